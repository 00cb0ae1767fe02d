// Here: where this page stands: at the viewer's own address, or in a frame on another's page.

/** What the page that the service sends says of itself. */
const { root, embed } = globalThis.document?.documentElement.dataset ?? {};

/** The address of the viewer's first page; the API stands beside it. */
export const home = () => new URL(root || ".", location.href.split("#")[0]).href;

/** Whether this page stands in a frame on another's page: it reads no token, and offers no act. */
export const isEmbedded = embed !== undefined;

/** What stands after the # of an address; a framed page is told. */
export const asked = (url = location.href) => embed ?? new URL(url).hash;
