// `npm run soak`: kills it at random moments, again and again, and looks whether all is whole.
//   npm run soak [-- --rounds 20 --seed 1]                    starts, kills, starts again
//   npm run soak -- facts [--edits 10000 --kills 20 --seed 1] edits while the worker is killed; then a recount
// The rest is imported late, so that an old Node still gets to the sentence that asks for a newer one.
import { requireNode20 } from './lib/check-node.mjs';

requireNode20();
void import(process.argv[2] === 'facts' ? './lib/soak-facts.mjs' : './lib/soak-restart.mjs');
