// `npm run soak`: start, kill -9 at a random moment of start or work, start again; it must come up with its data whole.
//   node scripts/soak-restart.mjs [--rounds 20] [--seed 1]
// The rest is imported late, so that an old Node still gets to the sentence that asks for a newer one.
import { requireNode20 } from './lib/check-node.mjs';

requireNode20();
void import('./lib/soak-restart.mjs');
