import { openFacts } from '@paceline/server/src/db/facts/facts.ts';
import { openClient } from '../load/connections.ts';
import { median } from '../measure.ts';
import { processorTimeOfServer } from '../processor-time.ts';
import { makeOneCall } from './rebuild-one-call.ts';
import { openRebuildStore } from './rebuild-store.ts';

/**
 * How long does it take to make the rollups anew, against one call on one core as it was before each lead was read once? From empty
 * rollups, as after a load, and from rollups that are right. Processor time is told beside it: on a busy machine the clock measures
 * the others. `rebuild scale 1 bound` runs only the two that the bound is about: on `scale` each takes up to a quarter of an hour.
 */
const [leads = '200000', rounds = '3', which = 'all'] = process.argv.slice(3);
const AT_MOST = 1 / 3;
const BOUND = ['one call as before', 'two connections'];
const ROLLUPS = 'campaign_day, campaign_month_fact, attribute_month, platform_month, keyword_month, cap_count';

const store = await openRebuildStore(leads === 'scale' ? 'scale' : Number(leads));
const client = await openClient(store.ownerUrl);
const facts = openFacts(store.ownerUrl);

interface Contender {
  name: string;
  from: 'nothing' | 'what is right';
  work: () => Promise<unknown>;
  seconds: number[];
  processor: number[];
}
const before = await makeOneCall(client);
const load = () => client.query('call app.rebuild_facts()');
const now = (connections: number) => () => facts.rebuild({ connections });
const contenders: Contender[] = [
  { name: 'one call as before', from: 'nothing', work: before },
  { name: 'one connection', from: 'nothing', work: now(1) },
  { name: 'two connections', from: 'nothing', work: now(2) },
  { name: 'one call of a load', from: 'nothing', work: load },
  { name: 'one call as before', from: 'what is right', work: before },
  { name: 'two connections', from: 'what is right', work: now(2) },
]
  .map((one) => ({ ...one, seconds: [], processor: [] }) as Contender)
  .filter(({ name, from }) => which !== 'bound' || (from === 'nothing' && BOUND.includes(name)));

try {
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const { name, from, work, seconds, processor } of contenders) {
      if (from === 'nothing') await client.query(`truncate ${ROLLUPS}`);
      const [since, spent] = [performance.now(), await processorTimeOfServer(client)];
      await work();
      seconds.push((performance.now() - since) / 1000);
      processor.push((await processorTimeOfServer(client)) - spent);
      console.log(`${from}, ${name}: ${seconds.at(-1)?.toFixed(1)} s, ${processor.at(-1)?.toFixed(1)} s of processor`);
      // As they will be in an hour, for whoever comes next.
      await client.query(`vacuum (analyze) ${ROLLUPS}`);
      await client.query('checkpoint');
    }
  }
  const rows = contenders.map(({ name, from, seconds, processor }) => {
    const first = contenders.find((one) => one.from === from)!;
    return {
      from,
      name,
      seconds: median(seconds).toFixed(1),
      'of one call': (median(seconds) / median(first.seconds)).toFixed(2),
      'processor seconds': median(processor).toFixed(1),
      'processor of one call': (median(processor) / median(first.processor)).toFixed(2),
    };
  });
  console.table(rows);
  const differences = await facts.differences();
  console.log(`${differences.length} differences afterwards`);
  const share = Number(rows.find(({ name }) => name === 'two connections')?.['of one call']);
  if (differences.length > 0 || !(share <= AT_MOST)) {
    console.error(
      `Two connections take ${share} of the time of one call as before, and should take ${AT_MOST.toFixed(2)} at most.`,
    );
    process.exitCode = 1;
  }
} finally {
  await facts.close();
  await client.end();
  await store.close();
}
