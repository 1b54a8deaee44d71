// `npm start`: installs, builds the web and runs the server, each only as far as needed. The other imports are dynamic, so that an old Node
// still prints the request for a newer one.
import { requireNode20 } from './lib/machine/check-node.mjs';

requireNode20();
void import('./lib/start.mjs');
