// `npm run dev`: the server restarts and the web reloads when a file changes. The other imports are dynamic, so that an old Node still
// prints the request for a newer one.
import { requireNode20 } from './lib/machine/check-node.mjs';

requireNode20();
void import('./lib/dev.mjs');
