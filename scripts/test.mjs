// `npm test`: everything that proves the product, ending with one line `N passed, N failed`.
// The rest is imported late, so that an old Node still gets to the sentence that asks for a newer one.
import { requireNode20 } from './lib/machine/check-node.mjs';

requireNode20();
void import('./lib/tests/test.mjs');
