// Play a whole game of each system with the generated types: no `any`, no cast.
//
// `node play.ts <server>` prints a line for each game: system, events, types of commands, reason.

import type { components, operations } from "./iacta.ts";

type Schemas = components["schemas"];
type Command = Schemas["Command"];
type Choices = { [pointer: string]: Schemas["Choice"] };

type Json<Content> = Content extends { content: { "application/json": infer Body } } ? Body : never;
type Answers<Id extends keyof operations> = operations[Id]["responses"];
type Answer<Id extends keyof operations> = Json<Answers<Id>[keyof Answers<Id> & (200 | 201)]>;
type Refusal = Schemas["ProblemBody"];
type Body<Id extends keyof operations> = operations[Id] extends { requestBody: infer Request }
  ? Json<Request>
  : undefined;
type Query<Id extends keyof operations> = operations[Id]["parameters"]["query"];
type Headers = { [name: string]: string };

const GAMES: Pick<Schemas["CreateCampaign"], "system" | "scenario" | "options">[] = [
  { system: "civil-war", scenario: "table" },
  { system: "de-bello-punico", scenario: "beneventum" },
  { system: "naval-battle", scenario: "supply" },
  { system: "samnite-wars", scenario: "standard", options: { turn_limit: 20 } },
];

declare const process: { argv: string[] };
const server = process.argv[2] ?? "";

function check(holds: unknown, what: unknown): asserts holds {
  if (!holds) throw new Error(JSON.stringify(what));
}

async function get<Id extends keyof operations>(
  _: Id,
  path: string,
  token: string,
  query?: Query<Id>,
): Promise<Answer<Id>> {
  const url = new URL(path, server);
  for (const [name, value] of Object.entries(query ?? {}))
    url.searchParams.set(name, String(value));
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  check(response.ok, [path, response.status]);
  return response.json();
}

async function post<Id extends keyof operations>(
  _: Id,
  path: string,
  body: Body<Id>,
  headers: Headers = {},
): Promise<{ ok: true; answer: Answer<Id> } | { ok: false; problem: Refusal }> {
  const response = await fetch(new URL(path, server), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (response.ok) return { ok: true, answer: await response.json() };
  return { ok: false, problem: await response.json() };
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether options hold commands to send: not if they were asked for in outline. */
function isWhole(answer: Answer<"getOptions">): answer is Schemas["Options"] {
  return answer.items.every((one) => "command" in one);
}

class Player {
  readonly system: string;
  readonly path: string;
  readonly tokens: Map<string, string>;
  readonly types: Set<string>;
  readonly taken = new Map<string, number>();

  private constructor(system: string, path: string, tokens: Map<string, string>, types: string[]) {
    this.system = system;
    this.path = path;
    this.tokens = tokens;
    this.types = new Set(types);
  }

  /** A new campaign with every seat claimed. */
  static async create(game: (typeof GAMES)[number]): Promise<Player> {
    const name = `TypeScript plays ${game.system}`;
    const body = { ...game, name, visibility: "private" } as const;
    const made = await post("createCampaign", "/v1/campaigns", body);
    check(made.ok && "campaign" in made.answer, made);
    const { campaign, tokens, invitations } = made.answer;
    const path = `/v1/campaigns/${campaign.id}`;
    const held = new Map(Object.entries(tokens));
    for (const [seat, invitation] of Object.entries(invitations)) {
      const claimed = await post("claimSeat", `${path}/claims`, { invitation });
      check(claimed.ok, claimed);
      held.set(seat, claimed.answer.token);
    }
    const { commands } = await get("getSystem", `/v1/systems/${game.system}`, "");
    return new Player(
      game.system,
      path,
      held,
      commands.map((command) => command.type),
    );
  }

  token(seat: string): string {
    const token = this.tokens.get(seat);
    check(token !== undefined, seat);
    return token;
  }

  /** Play to the end: why it ended. */
  async play(): Promise<string> {
    for (let seat = "referee"; ;) {
      const options = await get("getOptions", `${this.path}/options`, this.token(seat));
      check(isWhole(options), options);
      const [first] = options.waiting;
      if (first === undefined) break;
      if (options.waiting.some((one) => one.seat === seat)) await this.act(seat, options);
      else seat = first.seat;
    }
    const { outcome } = await get("getCampaign", this.path, this.token("referee"));
    check(outcome !== null, this.path);
    return outcome.reason;
  }

  /** Post the option that was taken least often, every other time one without choices. */
  async act(seat: string, options: Schemas["Options"]): Promise<void> {
    const mine = options.items.filter((option) => this.mayTake(option));
    const plain = mine.filter((option) => option.choices === undefined);
    const among = options.at % 2 && plain.length ? plain : mine;
    const [option] = among.sort((a, b) => this.times(a) - this.times(b));
    check(option !== undefined, [seat, options]);
    this.taken.set(option.command.type, this.times(option) + 1);
    const command = this.fill(option.command, option.choices ?? {});
    check(this.isCommand(command), command);
    const done = await this.send(seat, command, {
      "Idempotency-Key": `${seat}-${options.at}`,
      "If-Match": `"${options.at}"`,
    });
    check(done.ok, [command, done]);
    check(done.answer.event.seq === options.at + 1, done.answer.head);
  }

  send(seat: string, command: Command, headers: Headers = {}) {
    const bearer = { Authorization: `Bearer ${this.token(seat)}`, ...headers };
    return post("postCommand", `${this.path}/commands`, { command, entropy: "iacta" }, bearer);
  }

  times(option: Schemas["Option"]): number {
    return this.taken.get(option.command.type) ?? 0;
  }

  /** An option of the game whose choices are all listed; and to agree at its end. */
  mayTake({ id, command, choices = {} }: Schemas["Option"]): boolean {
    const judged = (choice: Schemas["Choice"]) =>
      "schema" in choice || ("list_of" in choice && choice.once === true);
    const listed = !Object.values(choices).some(judged);
    const ofGame = command.type.startsWith(`${this.system}.`);
    return (ofGame && listed) || id === "campaign.open-seals.yes";
  }

  /** What follows from an option is of a type that the game lists. */
  isCommand(value: unknown): value is Command {
    return isObject(value) && typeof value["type"] === "string" && this.types.has(value["type"]);
  }

  /** The command with every choice made. */
  fill(command: unknown, choices: Choices): unknown {
    for (const [pointer, choice] of Object.entries(choices)) {
      const steps = pointer.split("/").slice(1);
      const { value, nested = {} } = this.choose(choice);
      const names = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
      command = this.fill(put(command, names, value), nested);
    }
    return command;
  }

  choose(choice: Schemas["Choice"]): { value: unknown; nested?: Choices | undefined } {
    if ("one_of" in choice) {
      const chosen = choice.one_of[this.taken.size % choice.one_of.length];
      check(chosen !== undefined, choice);
      return { value: chosen.value, nested: chosen.choices };
    }
    if ("some_of" in choice) return { value: someOf(choice) };
    if ("list_of" in choice) {
      const items = choice.list_of.slice(0, choice.min);
      return { value: items.map((one) => this.fill(one.value, one.choices ?? {})) };
    }
    if ("integer" in choice) return { value: choice.integer.min };
    if ("text" in choice) return { value: "alea" };
    throw new Error(choice.schema);
  }

  /** What everyone sees now. */
  async state(): Promise<Schemas["View"]> {
    const asked = { audience: "public" };
    return (await get("getState", `${this.path}/state`, this.token("referee"), asked)).view;
  }

  /** Every event, a page at a time. */
  async events(): Promise<Schemas["EventAnswer"][]> {
    const events: Schemas["EventAnswer"][] = [];
    for (let after: string | null = "0"; after !== null;) {
      const asked: Query<"listEvents"> = { after, limit: 90 };
      const page: Answer<"listEvents"> = await get(
        "listEvents",
        `${this.path}/events`,
        this.token("referee"),
        asked,
      );
      events.push(...page.items.map((item) => item.event));
      after = page.next;
    }
    return events;
  }
}

/** The first selection that fits. */
function someOf(choice: Schemas["ChooseSome"]): unknown[] {
  const values = choice.some_of.map((one) => one.value);
  if (choice.sum === undefined) return values.slice(0, choice.min);
  let reached: { sum: number; picked: number[] }[] = [{ sum: 0, picked: [] }];
  for (const value of values) {
    check(typeof value === "number", choice);
    const more = reached.map(({ sum, picked }) => ({
      sum: sum + value,
      picked: [...picked, value],
    }));
    const kept = new Map(
      [...more, ...reached].map((one) => [`${one.sum} ${one.picked.length}`, one]),
    );
    reached = [...kept.values()];
  }
  const found = reached.find(
    ({ sum, picked }) =>
      sum === choice.sum && picked.length >= choice.min && picked.length <= choice.max,
  );
  check(found !== undefined, choice);
  return found.picked;
}

/** `target` with a value at the place: objects on the way are made, a list may grow. */
function put(target: unknown, [step, ...rest]: string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(target)) {
    const items: unknown[] = [...target];
    const index = step === "-" ? items.length : Number(step);
    items[index] = put(items[index] ?? {}, rest, value);
    return items;
  }
  check(isObject(target), target);
  return { ...target, [step]: put(target[step] ?? {}, rest, value) };
}

/** A word of each game's own, which only its type knows. */
function summary(view: Schemas["View"]): string {
  switch (view.system) {
    case "civil-war":
      return `${view.game.year_label}, ${view.game.zones.length} zones`;
    case "de-bello-punico":
      return `${view.game.armies.map((army) => army.rout).join(" to ")} Rout Points`;
    case "naval-battle":
      return `${view.game.fleets.length} fleets at ${view.game.place}`;
    case "samnite-wars":
      return `${view.game.treasury} coins, ${view.game.players[0]?.prestige} PT`;
  }
}

/** How many draws of each chain an event has. */
function drawn({ draws }: Schemas["EventAnswer"]): { open: number; sealed: number } {
  const count = { open: 0, sealed: 0 };
  for (const draw of draws) {
    if (draw.chain === "open") {
      check(draw.seed && draw.dice.every((die) => die.for), draw);
      count.open += 1;
    } else if (draw.chain === "sealed") {
      check(draw.dice.sealed.length === 64, draw);
      count.sealed += 1;
    } else check(draw.witness, draw);
  }
  return count;
}

for (const game of GAMES) {
  const player = await Player.create(game);
  check((await player.state()).status === "open", player.path);
  const reason = await player.play();
  const ended = await player.state();
  check(ended.system === game.system && ended.status === "concluded", ended);
  check(summary(ended), ended);
  const events = await player.events();
  check(
    events.every((event, index) => event.seq === index + 1),
    events.length,
  );
  const draws = events.map(drawn);
  const [open, sealed] = [
    draws.reduce((n, d) => n + d.open, 0),
    draws.reduce((n, d) => n + d.sealed, 0),
  ];
  check(open > 0, draws);
  const began = events[0];
  check(
    began?.command.type === "campaign.create" && began.command.scenario === game.scenario,
    began,
  );
  const created = began.effects.find((effect) => effect.type === "campaign-created");
  check(created?.scenario === game.scenario, created);
  const steps = await get("listSteps", `${player.path}/steps`, player.token("referee"), {
    limit: 5,
  });
  check(!("system" in steps.view) && steps.items[0]?.text.length, steps);
  const kinds = new Set(steps.items.flatMap((step) => step.marks.map((mark) => mark.kind)));
  const [holder] = ended.seats;
  check(holder !== undefined, ended);
  const refused = await player.send(holder.seat, { type: "campaign.consent", to: 1 });
  check(!refused.ok && refused.problem.type === "/problems/campaign-concluded", refused);
  const told = [game.system, events.length, player.taken.size, open, sealed, [...kinds], reason];
  console.log(told.join("|"));
}
