// Seats: who sits where in a campaign, the links that are still to be given, and who takes a seat here.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { moving, others } from "../tokens.js";
import { seatMark } from "../parts/marks.js";
import { address, invitationLink, tokenLink } from "../router.js";
import { failed } from "../states.js";
import {
  eachOnce,
  findSeat,
  roleName,
  seatOf,
  seatTitle,
  timeWords,
  waitingWords,
  within,
} from "../words.js";
import { roleToPlay, since } from "./games.js";
import { qr } from "./qr.js";

/** @import { Seat } from "../renderer.js" */
/** @import { Devices, Seating } from "../types.js" */

/**
 * @typedef {object} Acts
 * @property {(link: string, whose: string) => void} copy
 * @property {(seat: string | null) => void} showCode
 * @property {(seat: string) => void} take
 * @property {(role: string | null) => void} ask
 * @property {(role: string) => void} handOver
 * @property {(role: string) => void} move  make a link for another device
 */

/**
 * What this browser holds of the campaign.
 * @typedef {object} Own
 * @property {string[]} held
 * @property {Record<string, string>} invitations
 * @property {Devices} devices
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
 * A seat: who has it, what it is awaited for, its link or its tokens.
 * @param {Seating} page
 * @param {Seat} seat
 * @param {Own & { by: string }} own
 * @param {Acts} acts
 */
function row(page, seat, own, acts) {
  const { campaign } = page,
    { held, invitations, by } = own,
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
                    closed: campaign.visibility === "private",
                  },
                }),
                whose: within(title),
                role,
                page,
              },
              acts,
            )}
            <div class="acts">
              <button class="txt" @click=${() => acts.take(seat.seat)}>
                Play as ${within(title)} myself
              </button>
            </div>`
        : roleActs(page, role, within(title), own, acts)
    }
  </li>`;
}

/**
 * What can be done with a role that is not given by an invitation: moved to another device, handed over.
 * @param {Seating} page
 * @param {string} role
 * @param {string} title  as it stands in a sentence
 * @param {Own} own
 * @param {Acts} acts
 */
function roleActs(page, role, title, { held, devices }, acts) {
  const { campaign, links, handing } = page,
    here = held.includes(role),
    mayHandOver = held.includes("referee") && !links[role] && handing !== role;
  return html`${
    here
      ? html`<p class="devices">
          Its token is kept in this browser, and on ${others(campaign.id, role, devices)}.
        </p>`
      : nothing
  }${
    here || mayHandOver
      ? html`<div class="acts">
          ${
            here
              ? html`<button class="txt" @click=${() => acts.move(role)}>
                  Play on another device
                </button>`
              : nothing
          }${
            mayHandOver
              ? html`<button class="txt" @click=${() => acts.ask(role)}>
                  ${isFree(page, role) ? `Make a new link for ${title}` : handingWords(role, title)}
                </button>`
              : nothing
          }
        </div>`
      : nothing
  }${devices.transfer?.role === role ? moving(devices, campaign.seats) : nothing}${
    links[role]
      ? newLink(page, role, title, acts)
      : handing === role
        ? handOver(page, role, title, here, acts)
        : nothing
  }`;
}

/** @param {string} role @param {string} title */
const handingWords = (role, title) =>
  seatOf(role) === null ? "Make somebody else the referee" : `Hand over ${title}`;

/** @param {Seating} page @param {string} role */
const isFree = ({ campaign }, role) =>
  seatOf(role) !== null && !findSeat(campaign.seats, seatOf(role))?.claimed;

/**
 * @param {Seating} page
 * @param {string} seat
 */
const waits = ({ campaign }, seat) =>
  eachOnce(campaign.waiting ?? [])
    .filter((w) => w.seat === seat)
    .map(
      (w) =>
        html`<p class="lab">
          Awaited: ${waitingWords(w)}${since(w) ? `, since ${timeWords(since(w))}` : ""}
        </p>`,
    );

/**
 * The link that a role was handed over by.
 * @param {Seating} page
 * @param {string} role
 * @param {string} title
 * @param {Acts} acts
 */
const newLink = (page, role, title, acts) =>
  html`<section class="handing" aria-label=${`The new link of ${title}`}>
    ${linkBox({ link: tokenLink({ id: page.campaign.id, token: page.links[role] }), whose: title, role, page }, acts)}
    <p class="final">
      <b>This link is shown only once.</b> Give it to one person: anyone who opens it
      ${role === "referee" ? "becomes the referee" : `plays ${title}`}. The earlier tokens no longer
      work.
    </p>
  </section>`;

/**
 * Give a role to somebody else: what it does is said before it is done, since it cannot be taken back.
 * @param {Seating} page
 * @param {string} role
 * @param {string} title  as it stands in a sentence
 * @param {boolean} here  whether this browser holds it
 * @param {Acts} acts
 */
function handOver(page, role, title, here, acts) {
  const { campaign } = page,
    seat = role !== "referee",
    free = isFree(page, role);
  const branches = (campaign.lineage ?? []).length + (campaign.fork_count ?? 0);
  return html`<section class="handing" aria-labelledby="handing">
    <h3 id="handing">${free ? `A new link for ${title}` : handingWords(role, title)}</h3>
    <ul class="plain">
      <li>
        ${
          free
            ? "The invitation that was made for it stops working."
            : html`<b>Every token of ${title} stops working at once,</b> on every
                device${here ? ", in this browser too" : ""}.`
        }
      </li>
      <li>
        You get one link, as a QR code too, to give to the new ${seat ? "player" : "referee"}
        yourself. No mail is sent.
      </li>
      <li>
        The log records that ${title} was handed over, so everyone who follows the campaign is told.
      </li>
      <li>
        ${
          seat
            ? "The new player sees all that is hidden in this seat, and all that it has seen."
            : "You are no longer the referee; the new one can hand over every seat."
        }
      </li>
      ${
        seat && branches
          ? html`<li>It also holds in every fork that shares the secrets of this campaign.</li>`
          : nothing
      }
    </ul>
    <div class="acts">
      <button class="btn throw" @click=${() => acts.handOver(role)}>
        ${free ? "Make the new link" : "Hand it over"}</button
      ><button class="btn" @click=${() => acts.ask(null)}>Leave it</button>
    </div>
  </section>`;
}

/**
 * @param {Seating} page
 * @param {Own} own
 * @param {Acts} acts
 */
export function seatsPage(page, own, acts) {
  const { held, invitations, devices } = own,
    { campaign, error } = page,
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
    ${error ? failed(error) : devices.error ? failed(devices.error) : nothing}
    <p class="lead">
      ${
        toGive.length
          ? "Send each player their link. It works once, for that seat; this browser keeps it until it is used."
          : campaign.seats.every((s) => s.claimed)
            ? "Every seat is taken."
            : "The links for the free seats are in the browser in which the campaign was created."
      }
    </p>
    <ul class="seating">
      ${campaign.seats.map((s) => row(page, s, { ...own, by: String(by) }, acts))}
      ${
        invitations.observer
          ? html`<li>
              <div class="top"><b>Spectators</b></div>
              ${linkBox(
                {
                  link: tokenLink({ id: campaign.id, token: invitations.observer }),
                  whose: "the spectators",
                  role: "observer",
                  page,
                },
                acts,
              )}
              <p class="note">
                For as many as you like: it shows what everyone at the table may see, and plays
                nothing.
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
                <span class="status ok"
                  >${held.includes("referee") ? "you, in this browser" : ""}</span
                >
              </div>
              ${waits(page, "referee")} ${roleActs(page, "referee", "the referee", own, acts)}
            </li>`
          : nothing
      }
    </ul>
    ${
      toGive.length
        ? html`<p class="note">
            A bot can take a seat too, from a terminal on any machine with Iacta:
            <code>iacta play 'the link' --bot strong</code>
          </p>`
        : nothing
    }
  </main>`;
}
