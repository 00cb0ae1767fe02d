// New, players: the name of a campaign that is made up, who may look, and who sits where.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { isChecked, valueOf } from "../dom.js";
import { seatMark } from "../parts/marks.js";
import { faults } from "./faults.js";
import { errorsAt, fewest, nameOf, seatsOf } from "./founding.js";

/** @import { FieldError, Founding, FoundingActs } from "../types.js" */

/**
 * @param {Founding} draft
 * @param {readonly FieldError[]} errors
 * @param {FoundingActs} acts
 */
export function players(draft, errors, { change, seat }) {
  const { system } = draft,
    seats = seatsOf(draft),
    some = system.seats.length > fewest(draft),
    playing = draft.seats.filter((s) => s.plays),
    wrongName = errorsAt(errors, "/name");
  return html`<div class="fields">
      <label
        >Name of the campaign<input
          type="text"
          maxlength="80"
          .value=${live(draft.name)}
          placeholder=${nameOf({ ...draft, name: "" })}
          aria-invalid=${wrongName.length ? "true" : nothing}
          aria-describedby=${wrongName.length ? "name-fault" : nothing}
          @input=${(/** @type {Event} */ e) => change({ name: valueOf(e) })}
        />${faults("name", wrongName)}</label
      >
      <label
        >Who may look<select
          @change=${(/** @type {Event} */ e) => change({ visibility: valueOf(e) === "public" ? "public" : "private" })}
        >
          ${[
            ["private", "Only those with a link"],
            ["public", "Everyone: it is on the list"],
          ].map(
            ([v, t]) =>
              html`<option value=${v} .selected=${live(v === draft.visibility)}>${t}</option>`,
          )}
        </select></label
      >
    </div>
    <ul class="seatrows">
      ${draft.seats.map((s) => {
        const { title } = seats.find((x) => x.seat === s.seat) ?? { title: s.seat },
          i = playing.indexOf(s),
          wrong = i < 0 ? [] : errorsAt(errors, `/seats/${i}`),
          id = `seat-${s.seat}`;
        return html`<li class=${s.plays ? "" : "empty"}>
          ${seatMark(seats, s.seat, false)}
          ${
            some
              ? html`<label class="who"
                  ><input
                    type="checkbox"
                    .checked=${live(s.plays)}
                    @change=${(/** @type {Event} */ e) => seat(s.seat, { plays: isChecked(e), mine: false })}
                  />${title}</label
                >`
              : html`<b class="who">${title}</b>`
          }
          <input
            type="text"
            maxlength="80"
            .value=${live(s.name)}
            ?disabled=${!s.plays}
            aria-label=${`Name of the player of ${title}`}
            placeholder="player's name, if you like"
            aria-invalid=${wrong.length ? "true" : nothing}
            aria-describedby=${wrong.length ? `${id}-fault` : nothing}
            @input=${(/** @type {Event} */ e) => seat(s.seat, { name: valueOf(e) })}
          />
          <label class="mine"
            ><input
              type="checkbox"
              aria-label=${`I play ${title}`}
              .checked=${live(s.mine)}
              ?disabled=${!s.plays}
              @change=${(/** @type {Event} */ e) => seat(s.seat, { mine: isChecked(e) })}
            />I play</label
          >
          ${faults(id, wrong)}
        </li>`;
      })}
    </ul>
    ${faults(
      "seats",
      errors.filter((e) => e.pointer === "/seats"),
    )}
    <p class="note">
      Tick <b>I play</b> at your own seat. Two friends can play by themselves: the one who creates
      the campaign is also its referee, who decides where the rules leave something
      open${
        draft.switches.referee_sees === "all"
          ? ". As it is set, the referee sees all that is hidden."
          : ", and sees nothing hidden until the game is over."
      }
    </p>`;
}
