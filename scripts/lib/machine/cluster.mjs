import { parseArgs } from 'node:util';
import { startCluster } from './clickhouse.mjs';
import { runMain, say } from '../say.mjs';
import { makeTemporaryFolder } from '../temporary.mjs';

const main = async () => {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '8123' } } });
  const cluster = await startCluster(makeTemporaryFolder('cluster'), Number(values.port));
  say(`Two shards of two servers each are up. Start Paceline with\n\n  CLICKHOUSE_URL='${cluster.url}' npm start\n`);
  say('Ctrl-C ends them.');
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
  });
  await cluster.stop();
  return 0;
};

await runMain(main);
