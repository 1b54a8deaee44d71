import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { featureJobs } from './app.ts';
import { TEST_NOW } from './testing/app.ts';
import { type LifePlace, PERSON, PUBLIC_URL, useLeadLife, WORDS } from './testing/factories/lead-life.ts';
import { dumpTables, openWhole, placesOf } from './testing/whole-dump.ts';

const MINUTE = 60_000;

const life = useLeadLife();
const { harness, write, read, erase, post, ok, startExport, writeExports, workDeps } = life;
let mine: LifePlace;
let foreign: LifePlace;
beforeEach(async () => {
  [mine, foreign] = [life.mine(), life.foreign()];
  // Remove leftovers of the previous test.
  for (const place of [mine, foreign]) await erase(place);
  for (const table of ['lead_export', 'privacy_request']) await write(sql`delete from ${sql.table(table)}`);
});

const runJob = async (name: string, payload: object): Promise<void> => {
  const { jobs } = featureJobs(
    { ...workDeps(), log: harness.app.log },
    { publicUrl: PUBLIC_URL, dataDir: harness.dataDir, smtpUrl: null, mailFrom: 'no-reply@paceline.example' },
  );
  await jobs.find((job) => job.name === name)!.run(payload);
};
describe('erasing a person while something else runs', () => {
  test('a running export starts again and does not contain the person', { tags: ['long'] }, async () => {
    const { leadKey } = await post(mine, PERSON);
    ok(await startExport());
    let isErased = false;
    // The person is erased after the rows were read and before the file is stored.
    const db: typeof harness.db = {
      ...harness.db,
      async *streamInThread<Piece>(...args: Parameters<typeof harness.db.streamInThread>) {
        yield* harness.db.streamInThread<Piece>(...args);
        if (!isErased) {
          isErased = true;
          ok(await erase());
        }
      },
    };
    await writeExports(db);
    expect(isErased).toBe(true);
    const files = await read(sql`
      select state, rows_written as rows, taken_times as times from lead_export where question ->> 'startDate' = '2026-03-01'`);
    expect(files).toMatchObject([{ state: 'ready', times: 1 }]);
    const opened = await openWhole(harness);
    expect(opened.get('lead_export_part')).toContain('Valid');
    expect(placesOf(new Map([['file', opened.get('lead_export_part') ?? '']]), WORDS)).toEqual([]);
    expect(await read(sql`select sealed from lead_person where lead_key = ${leadKey}`)).toEqual([{ sealed: null }]);
  });

  test('no export starts before it has finished, and a waiting one is read afterwards', async () => {
    await post(mine, PERSON);
    ok(await startExport());
    let exportRows: unknown[] = [{ export_key: 0 }];
    await harness.asMigrator(async (tx) => {
      await sql`select set_config('app.owner_keys', ${`{${mine.ownerKey}}`}, true), set_config('app.user_group', 'ag', true)`.execute(
        tx,
      );
      const { rows } = await sql<{ key: number }>`
        select lead_key::int as key from lead_person where owner_key = ${mine.ownerKey} and erased_at is null`.execute(
        tx,
      );
      const keys = rows.map(({ key }) => key);
      await sql`select app.erase_people(${mine.ownerKey}, ${keys}::bigint[], ${TEST_NOW}, '{}')`.execute(tx);
      // Not committed yet.
      exportRows = await harness.db.asNobody({
        name: 'take',
        text: `select export_key from app.take_lead_exports(5, interval '1 minute', gen_random_uuid())`,
        values: [],
      });
    });
    expect(exportRows).toEqual([]);
    await writeExports();
    expect(await read(sql`select state from lead_export`)).toEqual([{ state: 'ready' }]);
    expect(placesOf(await openWhole(harness), ['wilhelmina'])).not.toContain('lead_export_part');
  });

  test('the second pass covers a lead that was being posted and an answer that came later', async () => {
    const { leadKey } = await post(mine, PERSON);
    await erase();
    // Both began before the erasure and were stored after it.
    const late = await post(mine, { ...PERSON, transactionId: 'late' });
    await write(sql`
      insert into lead_delivery (owner_key, captured_date, lead_key, attempt, at, outcome, response)
      select owner_key, captured_date, lead_key, 9, now(), 'accepted', 'Thanks, Quackenbush' from lead where lead_key = ${leadKey}`);
    const [job] = await read(sql<{ payload: object; runAt: Date }>`
      select j.payload, j.run_at as "runAt" from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'eraseOnceMore' order by j.id desc limit 1`);
    expect(job).toEqual({
      payload: { ownerKey: mine.ownerKey, requestKey: expect.any(Number) as number, leadKeys: [leadKey] },
      runAt: new Date(TEST_NOW.getTime() + 2 * MINUTE),
    });
    await runJob('eraseOnceMore', job!.payload);
    await runJob('eraseOnceMore', job!.payload);
    expect(await read(sql`select sealed from lead_person where lead_key = ${late.leadKey}`)).toEqual([
      { sealed: null },
    ]);
    expect(placesOf(await dumpTables(harness), ['Thanks, Quackenbush'])).toEqual([]);
  });

  test('a person who posts again afterwards is a new lead and remains', async () => {
    await post(mine, PERSON);
    await erase();
    harness.clock.set(new Date(TEST_NOW.getTime() + MINUTE));
    // Erase the new lead too: an erasure dated earlier, as in the next test's setup, does not cover it.
    onTestFinished(async () => ok(await erase()));
    const { leadKey } = await post(mine, { ...PERSON, transactionId: 'anew' });
    await runJob('erasePeopleWhoseTimeIsOver', {});
    const [row] = await read(
      sql<{ here: boolean }>`select sealed is not null as here from lead_person where lead_key = ${leadKey}`,
    );
    expect(row).toEqual({ here: true });
  });
});
