// Forks: the tree of forks as a page: every line under the one that it left, how it stands, and the
// way to it.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { seatMark, wonBy } from "../parts/marks.js";
import { address } from "../router.js";
import {
  count,
  listed,
  roleName,
  seatOf,
  seatTitle,
  senderName,
  timeWords,
  within,
} from "../words.js";
import { roleToPlay } from "./games.js";

/** @import { Step } from "../renderer.js" */
/** @import { Branch, Campaign, Tree } from "../types.js" */

/**
 * How a campaign stands.
 * @param {Campaign} campaign
 */
function standing({ status, outcome, seats, turn, head }) {
  const length = head ? html`, ${count(head.seq, "event")}` : nothing;
  if (status === "concluded") return html`Over: ${wonBy(outcome?.winners, seats)}${length}`;
  if (status === "read-only") return html`Left behind by a restored backup${length}`;
  const how = status === "open" ? "Being played" : "Brought from elsewhere";
  return html`${how}${turn ? html`, ${turn.label}` : nothing}${length}`;
}

/**
 * Whose line it is: who sits there, and what this browser holds of it.
 * @param {Branch} branch
 */
function whose({ campaign, held }) {
  if (!campaign) return nothing;
  const { seats } = campaign,
    taken = seats.filter((s) => s.claimed);
  return html`<p class="lab">
    ${
      taken.length
        ? taken.map(
            (s) =>
              html`<span class="who"
                >${seatMark(seats, s.seat, false)} ${s.name || seatTitle(seats, s.seat)}</span
              > `,
          )
        : "No seat is taken."
    }${held.length ? html` You: ${listed(held.map((role) => within(roleName(role, seats))))}.` : nothing}
  </p>`;
}

/**
 * Who made a fork.
 * @param {Step} step
 * @param {Campaign["seats"]} [seats]
 */
const maker = (step, seats) =>
  seatOf(step.by) === null
    ? `the ${roleName(step.by).toLowerCase()}`
    : senderName(step, seats ?? []);

/**
 * Where a line left another, by whom and why.
 * @param {Branch} branch
 */
function beginning({ at, parent, restored, began, campaign }) {
  if (at === null) return nothing;
  const from = parent === null ? " of a campaign that you may not see" : "",
    by = began ? `, by ${maker(began, campaign?.seats)}` : "",
    why = /** @type {{ reason?: unknown } | undefined} */ (began?.event?.command)?.reason,
    when = began ? timeWords(began.at) : "";
  return html`<p>
      ${restored ? "Goes on after a restored backup, from" : "Forked after"} event
      ${at}${from}${by}${when ? `, ${when}` : ""}.
    </p>
    ${typeof why === "string" && why ? html`<p class="note">${why}</p>` : nothing}`;
}

/**
 * @param {Tree} page
 * @param {Branch} branch
 */
function node(page, branch) {
  const { campaign: here } = page,
    { id, name, held, campaign, at } = branch,
    mine = id === here.id,
    as = held.length ? roleToPlay(campaign ?? /** @type {any} */ ({}), held) : "public";
  return html`<div class=${mine ? "branch lit" : "branch"} aria-current=${mine ? "true" : nothing}>
    <h3>
      <a href=${address({ page: "campaign", id, as, at: mine ? undefined : at })}>${name}</a
      >${mine ? html` <span class="tag">This line</span>` : nothing}
    </h3>
    ${beginning(branch)} ${campaign ? html`<p class="lab">${standing(campaign)}</p>` : nothing}
    ${whose(branch)}
    ${
      mine
        ? nothing
        : html`<p>
            <a
              href=${address({ page: "beside", id: here.id, other: id, as: sharedEyes(page, branch) })}
              >Side by side with this line</a
            >
          </p>`
    }
  </div>`;
}

/**
 * A seat that is held in both lines is looked through in both.
 * @param {Tree} page
 * @param {Branch} branch
 */
function sharedEyes({ campaign, branches }, { held }) {
  const here = branches.find((one) => one.id === campaign.id)?.held ?? [];
  return here.find((role) => role.startsWith("seat:") && held.includes(role)) ?? null;
}

/**
 * The lines that left another one, each with those that left it.
 * @param {Tree} page
 * @param {Branch[]} branches
 * @returns {unknown}
 */
const under = (page, branches) =>
  branches.length
    ? html`<ul>
        ${branches.map(
          (branch) =>
            html`<li>
              ${node(page, branch)}${under(
                page,
                page.branches.filter((one) => one.parent === branch.id),
              )}
            </li>`,
        )}
      </ul>`
    : nothing;

/** @param {Tree} page */
export function forksPage(page) {
  const { campaign, branches, more } = page,
    ids = new Set(branches.map(({ id }) => id)),
    tops = branches.filter(({ parent }) => parent === null || !ids.has(parent));
  return html`<main class="page forks">
    <div class="page-head">
      <h2>The tree of forks</h2>
      <a class="btn" href=${address({ page: "fork", id: campaign.id, at: campaign.head?.seq ?? 1 })}
        >Fork ${campaign.name}</a
      >
    </div>
    <p class="lead">
      ${
        branches.length > 1
          ? html`${count(branches.length, "line")} that you may see, each under the one it was
            forked from.`
          : "This line was forked from no other that you may see, and has no forks."
      }
    </p>
    <nav class="tree" aria-label="Lines">${under(page, tops)}</nav>
    ${more ? html`<p class="note">There are more than are shown here.</p>` : nothing}
  </main>`;
}
