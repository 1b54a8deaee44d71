// `npm start`: installs, builds the web and runs the server, each only as far as needed.
// The rest is imported late, so that an old Node still gets to the sentence that asks for a newer one.
import { requireNode20 } from './lib/machine/check-node.mjs';

requireNode20();
void import('./lib/start.mjs');
