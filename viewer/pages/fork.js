// Fork: one page on which a campaign is forked after an event: what the new line carries, and who gets what.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { isChecked, valueOf } from "../dom.js";
import { seatMark } from "../parts/marks.js";
import { address } from "../router.js";
import { failed } from "../states.js";
import { seatTitle } from "../words.js";

/** @import { Forking } from "../types.js" */

/**
 * The event that was typed in, of so many; the last where it is none.
 * @param {number} head
 * @param {string} typed
 */
const eventIn = (head, typed) => Math.max(1, Math.min(head, Math.round(Number(typed)) || head));

/** What a fork is called if nothing is written. @param {Forking} page */
export const nameOf = ({ name, campaign, at }) =>
  name.normalize("NFC").trim() || `${campaign.name}, from event ${at}`.slice(-80).trim();

/**
 * What becomes of the seats, as far as one can know before asking.
 * @param {Forking} page
 */
function carried({ campaign, held, at }) {
  const referee = held.includes("referee");
  if (campaign.status === "read-only")
    return html`<p>
      A restored backup left this campaign behind. It is forked once, after its last whole event.
      Players keep their seats, with the tokens that they have; free seats get new links.
    </p>`;
  if (campaign.seals_opened)
    return html`<p>
      Everything that was hidden is open, so anyone may fork. You become the referee of the fork,
      and every seat gets a new link.
    </p>`;
  if (campaign.status === "concluded")
    return html`<p>
      It is over. If anything is still sealed, it can be forked once its players have opened the
      seals; if nothing ever was, you become the referee and every seat gets a new link.
    </p>`;
  return html`<ul class="plain">
    <li>
      <b>If nothing is hidden up to event ${at},</b> anyone may fork: you become the referee of the
      fork, and every seat gets a new link.
    </li>
    <li>
      <b>If something is,</b> only the referee
      may${referee ? " (you hold that token)" : "; this browser does not hold that token"}. Players
      keep their seats, with the tokens that they have. What is hidden and not yet dealt is shuffled
      again.
    </li>
    ${
      referee && campaign.options?.referee_sees !== "all"
        ? html`<li>
            If the referee does not see what is hidden, every seat that holds or held a secret
            agrees first, each at its own table: among its orders stands <i>Agree to a fork</i>,
            with the event's number, <b>${at}</b>. Whoever is missing is named here when you ask.
          </li>`
        : nothing
    }
  </ul>`;
}

/**
 * @param {Forking} page
 * @param {{ change: (changes: Partial<Forking>) => void, make: () => void }} acts
 */
export function forkPage(page, { change, make }) {
  const { campaign, at, held, busy, error } = page,
    head = campaign.head?.seq ?? 1,
    wantsKey = !held.length && (error?.status === 401 || Boolean(page.key));
  return html`<main class="page">
    <div class="page-head">
      <h2>Fork ${campaign.name}</h2>
      <a class="btn" href=${address({ page: "campaign", id: campaign.id, at, as: held.at(-1) })}
        >Cancel</a
      >
    </div>
    <p class="lead">
      A fork shares this campaign's events up to the one that you name, and goes on by itself from
      there. This campaign stays as it is.
    </p>
    <div class="fields">
      <label
        >The last event that both share<input
          type="number"
          min="1"
          max=${head}
          .value=${live(String(at))}
          @change=${(/** @type {Event} */ e) => change({ at: eventIn(head, valueOf(e)) })}
        /><small
          >of ${head};
          <a href=${address({ page: "campaign", id: campaign.id, at, as: held.at(-1) })}
            >look at event ${at}</a
          ></small
        ></label
      >
      <label
        >Name of the fork<input
          type="text"
          maxlength="80"
          placeholder=${nameOf({ ...page, name: "" })}
          .value=${live(page.name)}
          @input=${(/** @type {Event} */ e) => change({ name: valueOf(e) })}
      /></label>
      <label
        >Reason, for the log (optional)<input
          type="text"
          maxlength="2000"
          .value=${live(page.reason)}
          @input=${(/** @type {Event} */ e) => change({ reason: valueOf(e) })}
      /></label>
      ${
        wantsKey
          ? html`<label
              >This server's key<input
                type="password"
                autocomplete="off"
                .value=${live(page.key)}
                @input=${(/** @type {Event} */ e) => change({ key: valueOf(e) })}
            /></label>`
          : nothing
      }
    </div>
    <section class="part carried" aria-labelledby="carried">
      <h3 id="carried">Who gets what</h3>
      <p class="marks">
        ${campaign.seats.map(
          (s) =>
            html`<span
              >${seatMark(campaign.seats, s.seat, false)}
              ${seatTitle(campaign.seats, s.seat)}${s.claimed ? "" : " (free)"}</span
            > `,
        )}
      </p>
      ${carried(page)}
      ${
        campaign.seals_opened
          ? html`<label class="mine"
              ><input
                type="checkbox"
                .checked=${live(page.keepOrder)}
                @change=${(/** @type {Event} */ e) => change({ keepOrder: isChecked(e) })}
              />Leave hidden things in the order in which they were, although everybody has seen
              it</label
            >`
          : nothing
      }
    </section>
    ${error ? failed(error) : nothing}
    <div class="last">
      <button class="btn throw" id="fork" ?disabled=${busy} @click=${make}>
        ${busy ? "Forking" : `Fork after event ${at}`}
      </button>
      <p class="final">
        You then get a link for each free seat. <b>A fork cannot be taken back.</b>
      </p>
    </div>
  </main>`;
}
