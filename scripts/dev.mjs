// `npm run dev`: the server restarts and the web reloads when a file changes.
// The rest is imported late, so that an old Node still gets to the sentence that asks for a newer one.
import { requireNode20 } from './lib/machine/check-node.mjs';

requireNode20();
void import('./lib/dev.mjs');
