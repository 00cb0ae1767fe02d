// Words: names of roles, seats, numbers and times, said the same way everywhere.
export const seatOf = (role) => typeof role === "string" && role.startsWith("seat:") ? role.slice(5) : null;
const plain = (text) => String(text).replace(/^[^.]*\./, "").replace(/[-_]/g, " ");
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const findSeat = (seats, seat) => (Array.isArray(seats) ? seats : []).find((s) => s?.seat === seat) ?? null;
export const seatTitle = (seats, seat) => { const s = findSeat(seats, seat); return String(s?.title ?? s?.name ?? capital(plain(seat ?? ""))); };

/** What a role is called; "public" is Everyone. */
export function roleName(role, seats = []) {
  if (seatOf(role) !== null) return seatTitle(seats, seatOf(role));
  return { public: "Everyone", observer: "Observer", referee: "Referee", service: "Service" }[role] ?? String(role);
}

/** Who sent an event, the seat first if a referee acted for it. */
export const senderName = (step, seats) => step.for ? `${roleName(step.for, seats)}, by the ${roleName(step.by, seats).toLowerCase()}` : roleName(step.by, seats);
export const actingSeat = (step) => seatOf(step.for) ?? seatOf(step.by);

export const count = (n, one, many = `${one}s`) => `${Number(n).toLocaleString("en")} ${n === 1 ? one : many}`;
/** "civil-war.choose-losses" → "choose losses". */
export const typeWords = plain;

/** What somebody is awaited for. */
export function waitingWords(w) {
  if (typeof w.for === "string" && w.for && !w.for.startsWith("seat:")) return plain(w.for);
  return Array.isArray(w.kinds) && w.kinds.length ? w.kinds.map(plain).join(" or ") : "a decision";
}
/** Who waits for the same, together: [[words, seats], …]. */
export function waitingGroups(waiting) {
  const groups = new Map();
  for (const w of waiting) {
    const words = waitingWords(w);
    groups.set(words, [...(groups.get(words) ?? []), w.seat]);
  }
  return [...groups];
}

const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
export const timeWords = (at) => { const t = Date.parse(at); return Number.isNaN(t) ? "" : date.format(t); };
export const signed = (n) => n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
export const minus = (text) => String(text).replace(/-(?=\d)/g, "−");
export const fraction = (text) => String(text).replace(/\b1\/4\b/g, "¼").replace(/\b1\/2\b/g, "½").replace(/\b3\/4\b/g, "¾");
