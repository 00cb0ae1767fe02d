// Glance: what a list of games shows of this one.
export { headline } from "./result.js";
export { thumb } from "./thumb.js";
