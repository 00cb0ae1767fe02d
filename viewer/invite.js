// Invitation: the game, the seat and who invites, and one button that takes it. The code leaves the address bar at once.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { seatMark } from "./parts/marks.js";
import { failed } from "./states.js";
import { seatTitle } from "./words.js";

/** @import { Invitation } from "./types.js" */

/**
 * invitation: {id, code, seat, told, campaign, system, error, busy}; what the link says of itself stands in where the
 * campaign is private.
 * @param {Invitation} invitation
 * @param {{ claim: () => void, leave: () => void }} given
 */
export function invitationPage(invitation, { claim, leave }) {
  const { campaign, system, told, error, busy } = invitation,
    seats = campaign?.seats ?? system?.seats ?? [],
    free = campaign?.seats.filter((s) => !s.claimed) ?? [],
    seat = invitation.seat ?? (free.length === 1 ? free[0].seat : null),
    named = seat ? seatTitle(seats, seat) : null,
    name = campaign?.name ?? told.name;
  if (error)
    return html`<main class="page">
      ${failed(error, html`<button class="btn" @click=${leave}>Look at the campaign</button>`)}
    </main>`;
  if (invitation.transfer)
    return html`<main class="page">
      <section class="state invitation">
        <h2>Play ${name || "a private campaign"} on this device too</h2>
        <p class="seat-line">
          The code takes your role along, with a token of its own. Every device keeps its token
          until you revoke it.
        </p>
        <div class="acts">
          <button class="btn throw" id="claim" ?disabled=${busy} @click=${claim}>
            ${busy ? "Taking the role" : "Play on here"}</button
          ><button class="btn" @click=${leave}>Not now</button>
        </div>
        <p class="note">It works once, and within ten minutes of being made.</p>
      </section>
    </main>`;
  return html`<main class="page">
    <section class="state invitation">
      <h2>
        ${told.by ? `${told.by} invites you to` : "An invitation to"}
        ${name || "a private campaign"}
      </h2>
      <p class="seat-line">
        ${
          named
            ? html`${seatMark(seats, seat, false)} You play <b>${named}</b>`
            : "You play one of its seats"
        }${system ? html` in <b>${system.title}</b>` : nothing}${scenarioNote(invitation)}
      </p>
      <div class="acts">
        <button class="btn throw" id="claim" ?disabled=${busy} @click=${claim}>
          ${busy ? "Taking the seat" : named ? `Take the seat of ${named}` : "Take the seat"}</button
        ><button class="btn" @click=${leave}>Not now</button>
      </div>
      <p class="note">
        It works once, and the log records it. No account is needed: this browser keeps the seat's
        token, which sees what is hidden in the seat and speaks for it. Open the link where you mean
        to play.
      </p>
    </section>
  </main>`;
}

/** @param {Invitation} invitation */
function scenarioNote({ campaign, system }) {
  const scenario = system?.scenarios?.find((s) => s.key === campaign?.scenario);
  return scenario ? html`: ${scenario.title}. ${scenario.note}` : ".";
}
