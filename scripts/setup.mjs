// Installs missing packages, for scripts that need nothing else; `npm start` and `npm test` do this by themselves. The other imports are
// dynamic, so that an old Node still prints the request for a newer one.
import { requireNode20 } from './lib/machine/check-node.mjs';

requireNode20();
void import('./lib/setup.mjs');
