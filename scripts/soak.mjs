// `npm run soak`: kills the product at random moments, again and again, and checks that nothing is lost.
//   npm run soak [-- --rounds 20 --seed 1]                    starts, kills, starts again
//   npm run soak -- facts [--edits 10000 --kills 20 --seed 1] edits while the worker is killed; then a recount
//   npm run soak -- figures                                   every screen's figures of every owner, filter and row against each other
//   npm run soak -- saves [--pairs 10000 --seed 1]            two save one row at once; nothing may be lost
//   npm run soak -- posts [--posts 10000 --seed 1]            leads are posted while server and database are killed
//   npm run soak -- delivery [--rounds 50 --seed 1]          leads go out while the workers that send them are killed
//   npm run soak -- caps                                    500 posts at once against a cap of 100, 50 of one person, new sources
//   npm run soak -- cluster [--rounds 2 --seed 1]             two servers and two workers between HAProxy and PgBouncer are restarted in turn
//   npm run soak -- clickhouse [--questions 200 --rounds 4 --edits 400 --seed 1] a report cluster against Postgres, its servers killed
//   npm run soak -- postgres [--rounds 20 --seed 1]           kills the database below a server that goes on
//   npm run soak -- faults [--minutes 60 --seed 1]          everything breaks while clients go on; then their histories are checked
//   npm run soak -- backup [--seconds 120 --scenario small]   a backup under posts; the machine is lost; restored twice
// The other imports are dynamic, so that an old Node still prints the request for a newer one.
import { requireNode20 } from './lib/machine/check-node.mjs';

requireNode20();
const PARTS = [
  'facts',
  'figures',
  'saves',
  'posts',
  'caps',
  'delivery',
  'postgres',
  'cluster',
  'faults',
  'backup',
  'clickhouse',
];
const part = PARTS.includes(process.argv[2]) ? process.argv[2] : 'restart';
void import(`./lib/soak/soak-${part}.mjs`);
