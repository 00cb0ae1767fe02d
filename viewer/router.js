// Router: what the address after # asks for, and addresses made for links. No address made here holds a token.
const ID = /^[0-9a-zA-Z-]{1,64}$/;

const SEAT = /^[a-z0-9-]{1,32}$/;

/** {page: "list" | "campaign" | "capsule" | "unknown", id, at, as, invite, seat, token}. */
export function parse(hash) {
  const [path, query = ""] = hash.replace(/^#/, "").split("?"), q = new URLSearchParams(query);
  const at = /^\d{1,9}$/.test(q.get("at") ?? "") ? +q.get("at") : null, as = /^(public|observer|referee|seat:[a-z0-9-]+)$/.test(q.get("as") ?? "") ? q.get("as") : null;
  const parts = path.split("/").filter(Boolean);
  if (!parts.length) return { page: "list" };
  if (parts[0] === "capsule" && parts.length === 1) return { page: "capsule", at };
  if (parts[0] === "campaigns" && parts.length === 2 && ID.test(parts[1])) return { page: "campaign", id: parts[1], at, as, invite: q.get("invite"), seat: SEAT.test(q.get("seat") ?? "") ? q.get("seat") : null, token: q.get("token") };
  return { page: "unknown" };
}

export function address({ page, id, at, as }) {
  if (page === "list") return "#/";
  const q = [at != null && `at=${at}`, page === "campaign" && as && as !== "public" && `as=${as}`].filter(Boolean).join("&");
  return `${page === "capsule" ? "#/capsule" : `#/campaigns/${id}`}${q ? `?${q}` : ""}`;
}

/** The same, as a whole address that can be mailed. */
export const link = (route) => new URL(address(route), location.href.split("#")[0]).href;

/** Change the address bar without a step in the history. */
export const settle = (route) => history.replaceState(null, "", address(route));
