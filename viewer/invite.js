// Invitation: shows what one is about to claim, and claims it on a click. The code leaves the address bar at once.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { seatMark } from "./marks.js";
import { failed } from "./states.js";
import { seatTitle } from "./words.js";

/** invitation: {id, code, seat, campaign, error, busy}; seat is what the link says, or null; campaign is null where it is private or not yet read. */
export function invitationPage(invitation, { claim, leave }) {
  const { campaign, error, busy, seat } = invitation, seats = campaign?.seats ?? [], free = seats.filter((s) => !s.claimed);
  const only = free.length === 1 ? seatTitle(seats, free[0].seat) : null, named = seat ? seatTitle(seats, seat) : null;
  return html`<main class="page">${error ? failed(error, html`<button class="btn" @click=${leave}>Look at the campaign</button>`)
  : html`<section class="state"><h2>An invitation to ${campaign ? campaign.name : "a private campaign"}</h2>
      <p>${named ? html`By its link it claims the seat ${seatMark(seats, seat, false)} <b>${named}</b>.` : only ? html`It claims the seat ${seatMark(seats, free[0].seat, false)} <b>${only}</b>, the only one still free.` : campaign ? "It claims one seat of this campaign; which one is written in the invitation." : "It claims one seat. The campaign is shown once the seat is yours."}</p>
      ${free.length > 1 ? html`<p>Still free: ${free.map((s) => html`${seatMark(seats, s.seat, false)} ${seatTitle(seats, s.seat)} `)}</p>` : nothing}
      <p>An invitation works once. Claiming it gives this browser the seat's token, which sees that seat's secrets and speaks for it; the claim is recorded in the campaign's log.</p>
      <div class="acts"><button class="btn" id="claim" ?disabled=${busy} @click=${claim}>${busy ? "Claiming" : named ?? only ? `Claim ${named ?? only}` : "Claim the seat"}</button><button class="btn" @click=${leave}>Not now</button></div></section>`}</main>`;
}
