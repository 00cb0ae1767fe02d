// Invitation: the campaign, the game, the seat and who sits opposite, and one button that takes it. The code leaves the
// address bar at once.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { seatMark } from "../parts/marks.js";
import { primerFold } from "../parts/primer.js";
import { address } from "../router.js";
import { empty, failed } from "../states.js";
import { count, findSeat, listed, seatTitle, within } from "../words.js";
import { entitled } from "./founding.js";

/** @import { Invitation, Sample } from "../types.js" */
/** @import { Template } from "../vendor/lit-html/lit-html.js" */

/** @typedef {{ claim: () => void, look: () => void }} Acts */
/**
 * `own`: the campaign's board as everybody sees it; `samples`: whose boards stand for their games.
 * @typedef {{ own: Template | null, samples: readonly Sample[] }} Pictures
 */

/** What is known of the seats: by the campaign, else by the game and what the link says. @param {Invitation} page */
function seatsOf({ campaign, system, told }) {
  if (campaign) return entitled(campaign.seats, system, campaign.scenario);
  const all = entitled(system?.seats ?? [], system, told.scenario);
  return told.seats.length ? all.filter((s) => told.seats.includes(s.seat)) : all;
}

/**
 * The seat that it is to: as the link says, else the only one that is free; null if nobody knows.
 * @param {Invitation} page
 */
function seatOf({ seat, campaign }) {
  const free = campaign?.seats.filter((s) => !s.claimed) ?? [];
  return seat ?? (free.length === 1 ? free[0].seat : null);
}

/**
 * "Opponents: Ben (Papirius) and Valerius."; empty where it is not known who plays.
 * @param {Invitation} page
 * @param {string} seat
 */
function opponents(page, seat) {
  const seats = seatsOf(page),
    known = page.campaign || page.told.seats.length || seats.length === 2;
  const others = seats
    .filter((s) => s.seat !== seat)
    .map((s) => {
      const player = page.campaign && findSeat(seats, s.seat)?.name;
      return player && player !== s.title ? `${player} (${within(s.title)})` : within(s.title);
    });
  return known && others.length
    ? ` ${others.length > 1 ? "Opponents" : "Opponent"}: ${listed(others)}.`
    : "";
}

/** @param {Invitation} page */
const scenarioOf = ({ campaign, told }) => campaign?.scenario ?? told.scenario;

/** The game and the scenario by their titles; of a game that is not known here what the link calls it. @param {Invitation} page */
function gameLine(page) {
  const { system, told } = page;
  if (!system) return told.game ? html`<p class="game-line"><b>${told.game}</b>.</p>` : nothing;
  const scenario = system.scenarios?.find((s) => s.key === scenarioOf(page));
  return html`<p class="game-line">
    <b>${system.title}</b>${scenario ? html`: ${scenario.title}. ${scenario.note}` : "."}
    ${scenario?.turn_limit ? html`It lasts at most ${count(scenario.turn_limit, "turn")}.` : nothing}
  </p>`;
}

/** @param {Invitation} page */
const nameOf = ({ campaign, told }) => campaign?.name ?? told.name;

const games = html`<a class="btn" href="#/">Your games</a>`;
/** Where the campaign may be read, the way to it. @param {Invitation} page @param {Acts} acts */
const lookAt = ({ campaign }, { look }) =>
  campaign ? html`<button class="btn" @click=${look}>Look at the campaign</button>` : nothing;

/** The code was used before, or is none: what one can do. @param {Invitation} page @param {Acts} acts */
function used(page, acts) {
  const seat = seatOf(page),
    name = nameOf(page),
    gone = page.error?.status === 404;
  if (page.transfer)
    return empty(
      "This link is no longer good",
      html`A link for another device works once, and within ten minutes of being made. Make a new
      one on the device where you play: “Seats and tokens”, then “Play on another device”.`,
      games,
    );
  const whose = seat ? within(seatTitle(seatsOf(page), seat)) : "this seat";
  return html`<section class="state">
    <h2>${gone ? "This invitation is no longer good" : "This invitation has been used"}</h2>
    <p>
      ${
        gone
          ? "It was replaced, or part of the link was lost when it was copied."
          : html`Somebody has taken ${whose}${name ? html` in <b>${name}</b>` : nothing} with it: an
            invitation works once.`
      }
    </p>
    <ul class="plain">
      ${
        gone
          ? nothing
          : html`<li>
              <b>If it was you,</b> open the campaign in the browser in which you took the seat.
              There “Seats and tokens” has a link for playing on this device too.
            </li>`
      }
      <li>
        <b
          >${gone ? "Ask the referee for a new one." : "If it was not you, ask the referee for a new one."}</b
        >
        They can hand the seat over; whatever the old link gave then stops working.
      </li>
    </ul>
    <div class="acts">${games}${lookAt(page, acts)}</div>
  </section>`;
}

/** This browser holds the seat already. @param {Invitation} page */
function held(page) {
  const { id, held: role, seat } = page,
    title = within(seatTitle(seatsOf(page), seat ?? ""));
  return empty(
    `You already play as ${title} in ${nameOf(page) || "this campaign"}`,
    "This browser has taken the seat and keeps its token; you do not need the invitation again.",
    html`<a class="btn do" href=${address({ page: "campaign", id, as: role })}>To the table</a
      >${games}`,
  );
}

/** No answer: the seat may be taken. @param {Invitation} page @param {Acts} acts */
const unanswered = ({ error }, { claim }) =>
  failed(
    error ?? new Error(),
    html`<button class="btn do" @click=${claim}>Try again</button>${games}`,
    "Nothing is lost: this browser keeps the request and repeats it on a click, or when you come back. If the seat was given to you, it is yours.",
  );

/**
 * What the game looks like: its own board where everybody may see it, else that of a sample of the
 * same scenario, as that of another would mislead.
 * @param {Invitation} page
 * @param {Pictures} pictures
 */
function picture(page, { own, samples }) {
  const sample = samples.find(
      (s) => s.system === page.system?.system && s.scenario === scenarioOf(page),
    ),
    shown = own ?? sample?.picture;
  return shown
    ? html`<figure>
        ${shown}
        <figcaption class="lab">
          ${own ? "How it stands" : "How a sample game of it ended"}
        </figcaption>
      </figure>`
    : nothing;
}

/**
 * What the link says of itself stands in where the campaign is private.
 * @param {Invitation} page
 * @param {Pictures} pictures
 * @param {Acts} acts
 */
function asked(page, pictures, { claim }) {
  const { told, transfer, state } = page,
    seats = seatsOf(page),
    seat = seatOf(page),
    title = seat ? within(seatTitle(seats, seat)) : null,
    name = nameOf(page),
    busy = state !== "asked";
  const waiting =
    state === "again"
      ? html`<p class="note" role="status">
          No answer yet. It will be sent again; nothing is lost.
        </p>`
      : nothing;
  if (transfer)
    return html`<section class="state invitation">
      <h2>Play ${name || "this campaign"} on this device too</h2>
      <p class="seat-line">
        This device gets a token of its own for your role. You can revoke it from any other of your
        devices.
      </p>
      <div class="acts">
        <button class="btn throw" id="claim" ?disabled=${busy} @click=${claim}>
          ${busy ? "Asking the server" : "Play here"}</button
        ><a class="btn" href="#/">Not now</a>
      </div>
      ${waiting}
      <p class="note">The link works once, and within ten minutes of being made.</p>
    </section>`;
  return html`<section class="state invitation">
    <h2>
      ${told.by ? `${told.by} invites you to` : "An invitation to"} ${name || "a private campaign"}
    </h2>
    ${gameLine(page)}
    <p class="seat-line">
      ${
        seat && title
          ? html`${seatMark(seats, seat, false)} Your side:
              <b>${title}</b>.${opponents(page, seat)}`
          : "You are offered one of its seats."
      }
    </p>
    <div class="acts">
      <button class="btn throw" id="claim" ?disabled=${busy} @click=${claim}>
        ${busy ? "Taking the seat" : title ? `Play as ${title}` : "Take the seat"}</button
      ><a class="btn" href="#/">Not now</a>
    </div>
    ${waiting}
    <p class="note">
      The link works once and needs no account: this browser keeps your seat. Open it where you will
      play.
    </p>
    ${picture(page, pictures)} ${primerFold(page.system?.primer ?? [], true)}
  </section>`;
}

/**
 * @param {Invitation} page
 * @param {Pictures} pictures
 * @param {Acts} acts
 */
export function invitationPage(page, pictures, acts) {
  const body = page.held
    ? held(page)
    : page.state === "used"
      ? used(page, acts)
      : page.state === "unanswered"
        ? unanswered(page, acts)
        : page.state === "refused"
          ? failed(page.error ?? new Error(), html`${games}${lookAt(page, acts)}`)
          : asked(page, pictures, acts);
  return html`<main class="page">${body}</main>`;
}
