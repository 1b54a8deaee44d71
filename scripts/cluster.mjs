// `npm run cluster [-- --port 8123]`: a local report cluster to experiment with: two shards of two ClickHouse servers each and the
// ZooKeeper that they share. Ctrl-C ends it and removes its data. The other imports are dynamic, so that an old Node still prints the
// request for a newer one.
import { requireNode20 } from './lib/machine/check-node.mjs';

requireNode20();
void import('./lib/machine/cluster.mjs');
