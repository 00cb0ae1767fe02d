// Tokens: the pane of the tokens that this browser holds, and how a role is taken to another device.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { copyTransfer, endTransfer, revoke, startTransfer } from "./devices.js";
import { qr } from "./pages/qr.js";
import { icon, seatMark } from "./parts/marks.js";
import { address } from "./router.js";
import { failed } from "./states.js";
import { roleName, timeWords } from "./words.js";

/** @import { Seat } from "./renderer.js" */
/** @import { Campaign, Devices } from "./types.js" */

/**
 * The other devices that hold a role.
 * @param {string} id
 * @param {string} role
 * @param {Devices} devices
 */
export function others(id, role, { tokens }) {
  const list = (tokens[role] ?? []).filter((t) => !t.this);
  return list.length
    ? html`<ul>
        ${list.map(
          (t) =>
            html`<li>
              Another device${t.made ? `, since ${timeWords(t.made)}` : ""}
              <button class="txt" @click=${() => revoke(id, role, t.id)}>Revoke its token</button>
            </li>`,
        )}
      </ul>`
    : "no other device";
}

/**
 * The link that another device opens.
 * @param {Devices} devices
 * @param {Seat[]} seats
 */
export function moving({ transfer }, seats) {
  if (!transfer) return nothing;
  const { link, until, role } = transfer,
    whose = roleName(role, seats);
  return html`<section class="moving" aria-labelledby="moving">
    <h3 id="moving">${whose}, on another device</h3>
    <p class="note">
      Open this there, by the code or the link. It works once, until ${timeWords(until)}, and is for
      you alone.
    </p>
    <div class="linkbox">
      <input type="text" readonly aria-label="The link for your other device" .value=${link} />
      <button class="btn small do" @click=${() => copyTransfer(link)}>Copy the link</button
      ><button class="btn small" @click=${endTransfer}>Done</button>
    </div>
    ${qr(link, "The link for your other device as a QR code")}
  </section>`;
}

/**
 * The pane of seats and tokens.
 * @param {{
 *   campaign: Campaign,
 *   seats: Seat[],
 *   held: string[],
 *   devices: Devices,
 *   forget: (role: string) => void,
 *   close: () => void,
 * }} given
 */
export function tokensPane({ campaign, seats, held, devices, forget, close }) {
  const { id } = campaign;
  return html`<section class="pane proof" aria-label="Seats and tokens" tabindex="-1">
    <header>
      <h2>Seats and tokens</h2>
      <button class="ico" aria-label="Close" title="Close (Esc)" @click=${close}>
        ${icon("close")}
      </button>
    </header>
    <p class="lead">
      A token lets this browser see and play as a seat. Tokens are kept in this browser only, and
      are never part of a link that is copied here.
    </p>
    ${
      seats.length
        ? html`<h3>Seats</h3>
            <table class="classes">
              <tbody>
                ${seats.map(
                  (s) =>
                    html`<tr>
                      <th scope="row">${seatMark(seats, s.seat, false)} ${s.title ?? s.seat}</th>
                      <td>${s.name && s.name !== s.title ? s.name : ""}</td>
                      <td>${s.claimed ? "taken" : "free"}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
            <p class="note">
              <a href=${address({ page: "seats", id })}>Invitations, and handing seats over</a>
            </p>`
        : nothing
    }
    <h3>Held here</h3>
    ${
      held.length
        ? html`<table class="classes">
            <tbody>
              ${held.map(
                (r) =>
                  html`<tr>
                    <th scope="row">${roleName(r, seats)}</th>
                    <td>
                      ${
                        r === "observer"
                          ? nothing
                          : html`<button class="txt" @click=${() => startTransfer(campaign, r)}>
                              Play on another device
                            </button>`
                      }<button class="txt" @click=${() => forget(r)}>Forget this token</button>
                    </td>
                    <td>${others(id, r, devices)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
        : html`<p class="note">None: you see what everyone sees.</p>`
    }
    ${devices.error ? failed(devices.error) : nothing} ${moving(devices, seats)}
    ${
      held.length
        ? html`<p class="note">
            Forget a token only if another device holds the role, or you saved your tokens to a file
            (on the first page): else only the referee can give it again.
          </p>`
        : nothing
    }
  </section>`;
}
