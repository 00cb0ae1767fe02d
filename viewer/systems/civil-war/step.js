// Step: the panel of every step that is no combat: the headline, the dice and what they were thrown for, sums, the event's meaning.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die } from "../../marks.js";
import { diceList, record } from "../_fallback.js";

function yearSum(rolled, step, tables) {
  const [a, b] = step.dice ?? [], row = tables.find((t) => t.key === "events")?.rows.find((r) => r.label === String(rolled.total));
  return html`<div class="w-die"><p class="h">The dice</p><dl class="sum"><div class="d"><dt>${die(a ?? { die: "d6", face: rolled.d6 })}one d6</dt><dd>${rolled.d6}</dd></div><div class="d"><dt>${die(b ?? { die: "d10_zero", face: rolled.d10 })}one d10, 0 to 9</dt><dd>${rolled.d10}</dd></div><div class="t"><dt>Event</dt><dd>${rolled.total}</dd></div></dl></div>
    ${row ? html`<div class="w-res"><p class="h">${rolled.total} in the table of events</p><p class="event-name">${row.cells[0]}</p><p class="odds">${row.cells[1]}</p></div>` : nothing}`;
}

function deathSum(check) {
  return html`<div class="w-die"><p class="h">The die</p><dl class="sum"><div class="d"><dt>${die({ die: "d10_zero", face: check.face })}one d10, 0 to 9</dt><dd>${check.face}</dd></div><div><dt>${check.leader} dies below</dt><dd>${check.number}</dd></div><div class="t"><dt>${check.leader}</dt><dd class="word">${check.died ? "dies" : "lives"}</dd></div></dl></div>`;
}

export function stepPanel({ step, tables }) {
  const find = (type) => step.event?.effects?.find((e) => e.type === `civil-war.${type}`), rolled = find("year-event-rolled"), check = find("leader-checked"), [head, ...rest] = step.text ?? [];
  const proof = rolled ? yearSum(rolled, step, tables) : check ? deathSum(check) : nothing;
  return html`<div class=${proof === nothing ? "argument plain" : "argument brief"}><div class="w-head"><p class="lab">Event ${step.seq}</p><h2>${head}</h2>${rest.length ? html`<p class="odds">${rest.join(" ")}</p>` : nothing}${proof === nothing ? diceList(step) : nothing}${record(step.event)}</div>${proof}</div>`;
}
