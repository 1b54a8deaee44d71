// `npm test`: everything that proves the product, ending with one line `N passed, N failed`. The other imports are dynamic, so that an old
// Node still prints the request for a newer one.
import { requireNode20 } from './lib/machine/check-node.mjs';

requireNode20();
void import('./lib/tests/test.mjs');
