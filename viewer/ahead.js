// Ahead: has the browser fetch what the address needs while what every page needs is still on its way.
import { asked } from "./here.js";
import { fetchAhead } from "./part.js";
import { parse } from "./router.js";
import { partsOf } from "./routes.js";

const route = parse(asked());
for (const one of partsOf(route)) one.fetchAhead();
if (route.page === "sample") fetchAhead(`systems/${route.id}.js`);
