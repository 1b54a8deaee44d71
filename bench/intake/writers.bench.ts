import pg from 'pg';
import { openKernelStore } from '../lists/kernel-store.ts';
import { takeTurns } from '../measure.ts';

/**
 * Do writers of one owner wait for each other because all of them raise its version? Eight of them change a row of their own,
 * work on for a few milliseconds as a save does, and commit: with the triggers of the product, with none, and with what was
 * not chosen: one counter row for the owner, raised at once or only before the commit, a row added for every change, and
 * telling everybody by NOTIFY.
 */
const WRITERS = 8;
const SAVES = 25;
const ROUNDS = 15;
const WORK_SECONDS = 0.004;
const MAX_OF_NONE = 1.25;

const WAYS = ['none', 'slots', 'counter', 'deferred', 'rows', 'notify'] as const;
type Way = (typeof WAYS)[number];

const store = await openKernelStore();
const { ownerKey } = store;

const table = (way: Way): string => `
  create table plan_${way} (owner_key int not null, plan_key int not null, value int not null, primary key (owner_key, plan_key)) with (fillfactor = 50);
  insert into plan_${way} select ${ownerKey}, n, 0 from generate_series(1, ${WRITERS}) n;`;

const statementTrigger = (way: Way, effect: string): string => `
  create function raise_${way}() returns trigger language plpgsql as $$ begin ${effect}; return null; end $$;
  create trigger raises after update on plan_${way} referencing new table as touched for each statement execute function raise_${way}();`;

const raiseOne = `update counter set version = version + 1 where owner_key = ${ownerKey}`;
const SETUP: Record<Way, string> = {
  none: '',
  slots: `call app.raises_version('plan_slots');`,
  counter: statementTrigger('counter', raiseOne),
  deferred: `
    create function raise_deferred() returns trigger language plpgsql as $$ begin ${raiseOne}; return null; end $$;
    create constraint trigger raises after update on plan_deferred deferrable initially deferred for each row execute function raise_deferred();`,
  notify: statementTrigger('notify', `perform pg_notify('moved', '')`),
  rows: statementTrigger('rows', 'insert into touch (owner_key) select distinct owner_key from touched'),
};

const owner = new pg.Client({ connectionString: store.ownerUrl });
await owner.connect();
await owner.query(`
  create table counter (owner_key int primary key, version bigint not null) with (fillfactor = 50);
  insert into counter values (${ownerKey}, 0);
  create table touch (owner_key int, touch_key bigint generated always as identity, primary key (owner_key, touch_key));`);
for (const way of WAYS) await owner.query(table(way) + SETUP[way]);

const writers = await Promise.all(
  Array.from({ length: WRITERS }, async () => {
    const client = new pg.Client({ connectionString: store.ownerUrl });
    await client.connect();
    return client;
  }),
);

const saveAll = async (way: Way, workSeconds: number): Promise<number> => {
  const started = performance.now();
  await Promise.all(
    writers.map(async (client, index) => {
      for (let save = 0; save < SAVES; save += 1)
        await client.query(
          `begin; update plan_${way} set value = value + 1 where owner_key = ${ownerKey} and plan_key = ${index + 1};
           select pg_sleep(${workSeconds}); commit`,
        );
    }),
  );
  return performance.now() - started;
};

const rowsOf = async (name: string): Promise<number> =>
  Number(
    (await owner.query<{ n: string }>(`select count(*) as n from ${name} where owner_key = ${ownerKey}`)).rows[0]!.n,
  );

const runWith = (workSeconds: number): Promise<Record<Way, number>> =>
  takeTurns(
    Object.fromEntries(WAYS.map((way) => [way, () => saveAll(way, workSeconds)])) as Record<Way, () => Promise<number>>,
    ROUNDS,
  );

try {
  const [working, bare] = [await runWith(WORK_SECONDS), await runWith(0)];
  const saves = WRITERS * SAVES;
  console.log(`${WRITERS} writers of one owner, ${SAVES} saves each, p50 of ${ROUNDS} rounds`);
  for (const way of WAYS) {
    const of = (times: Record<Way, number>): string =>
      `${((times[way] / saves) * WRITERS).toFixed(1)} ms a save, ${(times[way] / times.none).toFixed(2)} × none`;
    console.log(`  ${way.padEnd(9)} working on: ${of(working)}; committing at once: ${of(bare)}`);
  }
  const ratio = working.slots / working.none;
  console.log(`rows after it all: slots ${await rowsOf('data_version')}, counter 1, rows ${await rowsOf('touch')}`);
  console.log(`slots are ${ratio.toFixed(2)} × none (at most ${MAX_OF_NONE})`);
  process.exitCode = ratio <= MAX_OF_NONE ? 0 : 1;
} finally {
  await Promise.all([owner, ...writers].map((client) => client.end()));
  await store.close();
}
