// Seats: who sits where in a campaign, the links that are still to be given, and who takes a seat here.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { seatMark } from "../parts/marks.js";
import { address, invitationLink, tokenLink } from "../router.js";
import { failed } from "../states.js";
import { roleName, seatTitle, timeWords, waitingWords } from "../words.js";
import { roleToPlay, since } from "./games.js";
import { qr } from "./qr.js";

/** @import { Seat } from "../renderer.js" */
/** @import { Seating } from "../types.js" */

/**
 * @typedef {object} Acts
 * @property {(link: string, whose: string) => void} copy
 * @property {(seat: string | null) => void} showCode
 * @property {(seat: string) => void} take
 * @property {(role: string | null) => void} ask
 * @property {(role: string) => void} handOver
 */

/**
 * A link to give away: the address itself, copied by a button, or as a code for a phone.
 * @param {{ link: string, whose: string, role: string, page: Seating }} given
 * @param {Acts} acts
 */
function linkBox({ link, whose, role, page }, { copy, showCode }) {
  const shown = page.code === role;
  return html`<div class="linkbox">
      <input type="text" readonly aria-label=${`The link of ${whose}`} .value=${link} />
      <button class="btn small do" @click=${() => copy(link, whose)}>
        ${page.copied === whose ? "Copied" : "Copy the link"}
      </button>
      <button
        class="btn small"
        aria-expanded=${String(shown)}
        @click=${() => showCode(shown ? null : role)}
      >
        QR code
      </button>
    </div>
    ${shown ? qr(link, `The link of ${whose} as a QR code`) : nothing}`;
}

/**
 * @param {Seating} page
 * @param {Seat} seat
 * @param {{ held: string[], invitations: Record<string, string>, by: string }} own
 * @param {Acts} acts
 */
function row(page, seat, { held, invitations, by }, acts) {
  const { campaign } = page,
    role = `seat:${seat.seat}`,
    title = seatTitle(campaign.seats, seat.seat),
    code = seat.claimed ? undefined : invitations[seat.seat],
    here = held.includes(role);
  return html`<li>
    <div class="top">
      ${seatMark(campaign.seats, seat.seat, false)} <b>${title}</b>
      ${seat.name && seat.name !== title ? html`<span>${seat.name}</span>` : nothing}
      <span class=${`status ${here || seat.claimed ? "ok" : ""}`}
        >${here ? "you play it here" : seat.claimed ? "taken" : "still free"}</span
      >
    </div>
    ${waits(page, seat.seat)}
    ${
      code
        ? html`${linkBox(
              {
                link: invitationLink({
                  id: campaign.id,
                  code,
                  seat: seat.seat,
                  told: {
                    name: campaign.name,
                    game: campaign.system,
                    scenario: campaign.scenario ?? "",
                    seats: campaign.seats.map((s) => s.seat),
                    by,
                  },
                }),
                whose: title,
                role,
                page,
              },
              acts,
            )}
            <div class="acts">
              <button class="txt" @click=${() => acts.take(seat.seat)}>Play ${title} myself</button>
            </div>`
        : handOver(page, role, title, held, acts)
    }
  </li>`;
}

/**
 * @param {Seating} page
 * @param {string} seat
 */
const waits = ({ campaign }, seat) =>
  (campaign.waiting ?? [])
    .filter((w) => w.seat === seat)
    .map(
      (w) =>
        html`<p class="lab">
          Awaited: ${waitingWords(w)}${since(w) ? `, since ${timeWords(since(w))}` : ""}
        </p>`,
    );

/**
 * Give a role to somebody else: said twice, since the holder so far loses it at once.
 * @param {Seating} page
 * @param {string} role
 * @param {string} title
 * @param {string[]} held
 * @param {Acts} acts
 */
function handOver(page, role, title, held, acts) {
  const token = page.links[role];
  if (token)
    return html`${linkBox({ link: tokenLink({ id: page.campaign.id, token }), whose: title, role, page }, acts)}
      <p class="final">
        <b>This link is shown this once.</b> Whoever opens it holds ${title}; give it to one person.
      </p>`;
  if (!held.includes("referee")) return nothing;
  if (page.handing !== role)
    return html`<div class="acts">
      <button class="txt" @click=${() => acts.ask(role)}>Hand ${title} over</button>
    </div>`;
  return html`<p class="final">
      Every token of ${title} so far is revoked, in this browser too, and the log records it.
      ${role === "referee" ? "You are then no longer the referee." : "The new holder sees all that is hidden in this seat."}
    </p>
    <div class="acts">
      <button class="btn" @click=${() => acts.handOver(role)}>Make the new link</button
      ><button class="txt" @click=${() => acts.ask(null)}>Leave it</button>
    </div>`;
}

/**
 * @param {Seating} page
 * @param {{ held: string[], invitations: Record<string, string> }} own
 * @param {Acts} acts
 */
export function seatsPage(page, { held, invitations }, acts) {
  const { campaign, error } = page,
    mine = campaign.seats.find((s) => held.includes(`seat:${s.seat}`)),
    by = mine && mine.name !== mine.title ? mine.name : "",
    toGive = campaign.seats.filter((s) => !s.claimed && invitations[s.seat]);
  const to = roleToPlay(campaign, held);
  return html`<main class="page">
    <div class="page-head">
      <h2>${campaign.name}</h2>
      <a class="btn do" href=${address({ page: "campaign", id: campaign.id, as: to })}
        >To the table</a
      >
    </div>
    ${error ? failed(error) : nothing}
    <p class="lead">
      ${
        toGive.length
          ? "Send each player their link. It works once, for one seat; this browser keeps it until it is used."
          : campaign.seats.every((s) => s.claimed)
            ? "Every seat is taken."
            : "Free seats are given by whoever founded the campaign."
      }
    </p>
    <ul class="seating">
      ${campaign.seats.map((s) => row(page, s, { held, invitations, by: String(by) }, acts))}
      ${
        invitations.observer
          ? html`<li>
              <div class="top"><b>To look on</b></div>
              ${linkBox(
                {
                  link: tokenLink({ id: campaign.id, token: invitations.observer }),
                  whose: "those who look on",
                  role: "observer",
                  page,
                },
                acts,
              )}
              <p class="note">
                For everyone who may see what is public in this private campaign; it plays nothing.
              </p>
            </li>`
          : nothing
      }
      ${
        held.includes("referee") || page.links.referee
          ? html`<li>
              <div class="top">
                ${seatMark(campaign.seats, "referee", false)}
                <b>${roleName("referee")}</b>
                <span class="status ok">${held.includes("referee") ? "held here" : ""}</span>
              </div>
              ${waits(page, "referee")} ${handOver(page, "referee", "the referee", held, acts)}
            </li>`
          : nothing
      }
    </ul>
  </main>`;
}
