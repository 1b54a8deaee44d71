// Installs what is missing, for scripts that need nothing else; `npm start` and `npm test` do this by themselves.
// The rest is imported late, so that an old Node still gets to the sentence that asks for a newer one.
import { requireNode20 } from './lib/machine/check-node.mjs';

requireNode20();
void import('./lib/setup.mjs');
