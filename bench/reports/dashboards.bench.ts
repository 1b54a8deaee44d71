import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { ALL_PERMISSIONS, type WidgetAnswer, WIDGETS } from '@paceline/contract';
import { makeScope } from '@paceline/server/src/db/scope/make-scope.ts';
import { getWidget } from '@paceline/server/src/features/dashboards/dashboards.service.ts';
import { clockFrom } from '@paceline/server/src/lib/clock.ts';
import { createAnswers } from '@paceline/server/src/shared/answers/answers.ts';
import type pg from 'pg';
import { endProcess, openClient } from '../load/connections.ts';
import { EXECUTIVE_WIDGETS, type RawWidget } from './executive-widgets.ts';
import { takeTurns } from '../measure.ts';
import { capture, type Captured, replay } from '../intake/replay.ts';
import { NOW, openScaleStore } from '../scale-store.ts';
import { signedIn } from '../signed-in.ts';

/**
 * How long does the executive overview of the largest owner of ten million inquiries take? All of its calls at once, as a
 * browser makes them, after the data moved and again when they did not, against the statements that they send one after
 * the other by the bare driver, and against the same numbers from the raw tables.
 */
const ROUNDS = 5;
const MAX_OF_BARE = 1.3;
const MIN_GAIN = 10;

const store = await openScaleStore();
const raws = await Promise.all(
  EXECUTIVE_WIDGETS.map(async () => {
    const client = await openClient(store.ownerUrl);
    return client;
  }),
);
const [owner] = raws as [pg.Client];
const bare = await openClient(store.appUrl);

const { rows: largest } = await owner.query<{ ownerKey: number }>(
  `select owner_key as "ownerKey" from campaign_month_fact group by 1 order by sum(gross) desc limit 1`,
);
const { ownerKey } = largest[0]!;
const viewer = { name: 'big', ownerKeys: [ownerKey], codes: [] };

const { rows: users } = await owner.query<{ userKey: number }>(
  `select user_key as "userKey" from user_account where user_name like 'agency.admin%'`,
);
const token = await signedIn(store.ownerUrl, users[0]!.userKey, NOW);
const child = fork(new URL('../api-server.ts', import.meta.url), [store.appUrl, NOW.toISOString()]);
const [address] = (await once(child, 'message')) as [string];

const askOne = async ({ widget }: RawWidget): Promise<WidgetAnswer> => {
  const response = await fetch(`${address}/api/ag${WIDGETS[widget].path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ownerKey }),
  });
  const answer = (await response.json()) as { data: WidgetAnswer };
  if (!response.ok) throw new Error(`${widget}: ${JSON.stringify(answer)}`);
  return answer.data;
};
const askAll = (): Promise<WidgetAnswer[]> => Promise.all(EXECUTIVE_WIDGETS.map(askOne));

/** What a fold does to the answers that are stored. */
const moveData = (): Promise<unknown> =>
  owner.query('update fact_version set version = version + 1 where owner_key = $1', [ownerKey]);

const captureOne = ({ widget }: RawWidget): Promise<Captured> => {
  const scope = makeScope({ userKey: 1, group: 'ag', ownerKeys: [ownerKey], partnerKey: null });
  const who = { scope, group: 'ag', permissions: new Set(ALL_PERMISSIONS) } as const;
  return capture(store.appUrl, async (db) => {
    const clock = clockFrom(NOW);
    const deps = { db, clock, answers: createAnswers({ db, clock }) };
    const answer = getWidget(deps, who, widget, { ownerKey }, {});
    return (async function* () {
      yield await answer;
    })();
  });
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const assertAgreement = (answers: readonly WidgetAnswer[], tables: readonly pg.QueryResult[]): void => {
  for (const [index, { widget, agree }] of EXECUTIVE_WIDGETS.entries()) {
    const rows = tables[index]!.rows as Record<string, unknown>[];
    const ours = agree.ours(answers[index]!);
    const theirs = rows.reduce((sum, row) => sum + Number(row[agree.column] ?? 0), 0);
    if (Math.abs(ours - theirs) > 0.005 * Math.max(1, rows.length))
      throw new Error(`${widget} says ${ours}, the raw tables ${theirs}`);
  }
};

const askRaw = (): Promise<pg.QueryResult[]> =>
  Promise.all(EXECUTIVE_WIDGETS.map((widget, index) => raws[index]!.query(widget.statement(viewer))));

try {
  assertAgreement(await askAll(), await askRaw());
  const statements: Captured[] = [];
  for (const widget of EXECUTIVE_WIDGETS) statements.push(await captureOne(widget));
  const times = await takeTurns(
    {
      cold: async () => {
        await moveData();
        return timed(askAll);
      },
      warm: () => timed(askAll),
      bare: () =>
        timed(async () => {
          for (const captured of statements) await replay(bare, captured);
        }),
      raw: () => timed(askRaw),
    },
    ROUNDS,
  );
  const ofBare = times.cold / times.bare;
  const gain = times.raw / times.cold;
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  console.log(`${EXECUTIVE_WIDGETS.length} calls at once, p50 of ${ROUNDS} rounds, load ${loadavg()[0]?.toFixed(1)}`);
  console.log(
    `  cold       ${ms(times.cold)}, ${ofBare.toFixed(2)} × its bare SQL (${ms(times.bare)}; at most ${MAX_OF_BARE})`,
  );
  console.log(`  warm       ${ms(times.warm)}`);
  console.log(
    `  raw tables ${ms(times.raw)}, ${gain.toFixed(1)} × the time of the cold overview (at least ${MIN_GAIN})`,
  );
  process.exitCode = ofBare <= MAX_OF_BARE && gain >= MIN_GAIN ? 0 : 1;
} finally {
  await endProcess(child);
  await Promise.all([bare, ...raws].map((client) => client.end()));
  await store.close();
}
