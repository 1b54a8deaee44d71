// `npm run cluster [-- --port 8123]`: a report cluster on this machine to try things with: two shards of two ClickHouse servers each
// and the ZooKeeper that they agree through. Ctrl-C ends it and removes what it had stored.
// The rest is imported late, so that an old Node still gets to the sentence that asks for a newer one.
import { requireNode20 } from './lib/machine/check-node.mjs';

requireNode20();
void import('./lib/machine/cluster.mjs');
