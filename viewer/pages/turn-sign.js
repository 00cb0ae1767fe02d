// Turn sign: what tells that it is one's turn where the page is not looked at: the tab's title, its
// icon, a notification.

/** @type {string | null} */
let told = null;

/** Whether the reader can still be asked to allow notifications. */
export const mayAsk = () => "Notification" in globalThis && Notification.permission === "default";
const mayTell = () => "Notification" in globalThis && Notification.permission === "granted";
export const ask = () => Notification.requestPermission();

const PAUSE_MS = 140; // a title costs the browser a tenth of a step
let waiting = 0;

/**
 * @param {string} title
 * @param {string | null} turn  what one is awaited for; null if one is not
 * @param {boolean} stepping  whether another event is shown, and the next may follow at once
 */
export function signTurn(title, turn, stepping) {
  const entitle = () => {
    document.title = `${turn === null ? "" : "(your turn) "}${title}`;
  };
  clearTimeout(waiting);
  if (stepping && turn === told) waiting = setTimeout(entitle, PAUSE_MS);
  else entitle();
  const icon = document.querySelector("link[rel=icon]"),
    href = turn === null ? "icon.svg" : "icon-turn.svg";
  if (icon && icon.getAttribute("href") !== href) icon.setAttribute("href", href);
  if (turn !== null && turn !== told && document.hidden && mayTell())
    new Notification("Your turn", { body: turn, icon: "icon-turn.svg" });
  told = turn;
}
