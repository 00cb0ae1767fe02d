// What the viewer takes the service's answers for is what the contract says they are. It is compiled, never run.
import type { components } from "iacta/api";
import type { Die, PrintedTable, Seat, Step, Waiting } from "../../viewer/renderer.js";
import type { Found, Whole } from "../../viewer/play/types.js";

type Schemas = components["schemas"];
declare const answer: {
  seat: Schemas["SeatView"];
  die: Schemas["StepDie"];
  step: Omit<Schemas["StepItem"], "marks" | "patch" | "event">;
  event: Schemas["EventAnswer"];
  table: Schemas["TableAnswer"];
  waiting: Schemas["Waiting"];
  options: Schemas["Options"];
  outline: Schemas["OptionsOutline"];
};

answer.seat satisfies Seat;
answer.die satisfies Die;
answer.step satisfies Omit<Step, "marks" | "patch" | "event">;
answer.event satisfies Omit<Step["event"], "command" | "effects">;
answer.table satisfies PrintedTable;
answer.waiting satisfies Waiting;
answer.options satisfies Whole;
answer.outline satisfies Found;
