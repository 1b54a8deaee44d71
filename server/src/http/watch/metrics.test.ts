import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { openOutbox } from '../../jobs/outbox.ts';
import { defineJob, handleJob } from '../../jobs/define-job.ts';
import { startWorker, type Worker } from '../../jobs/worker.ts';
import { z } from 'zod';
import { useApp } from '../../testing/app.ts';
import { createLog } from './log.ts';

const harness = useApp();

const readMetrics = async (): Promise<string> => (await harness.app.inject({ method: 'GET', url: '/metrics' })).payload;
/** The value of a metric line; undefined where it is missing. */
const valueOf = async (line: string): Promise<number | undefined> => {
  const metricLine = (await readMetrics()).split('\n').find((one) => one.startsWith(`${line} `));
  return metricLine === undefined ? undefined : Number(metricLine.slice(line.length + 1));
};
const docs = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../../../docs/grafana/${name}`, import.meta.url)), 'utf8');

const workers: Worker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

describe('/metrics', () => {
  test('counts requests by call and status, without paths', async () => {
    await harness.app.inject({ method: 'POST', url: '/lead/v1/post', payload: { cck: '1234567' } });
    const text = await readMetrics();
    expect(await valueOf('paceline_call_seconds_count{call="leadPost",status="401"}')).toBe(1);
    expect(text).not.toContain('1234567');
    expect(text).not.toContain('/lead/v1');
  });

  test('shows the use of connections and whether the database answers', async () => {
    await expect.poll(() => valueOf('paceline_database_up')).toBe(1);
    expect(await valueOf('paceline_pool_connections{pool="paceline",state="max"}')).toBe(4);
    const gate = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const before = await valueOf('paceline_pool_connections{pool="paceline-load",state="idle"}');
    const work = harness.asMigrator(async () => {
      holding.resolve();
      await gate.promise;
    });
    await holding.promise;
    const during = await valueOf('paceline_pool_connections{pool="paceline-load",state="idle"}');
    const open = await valueOf('paceline_pool_connections{pool="paceline-load",state="open"}');
    gate.resolve();
    await work;
    expect(open! - during!).toBe(1);
    expect(before).toBeGreaterThanOrEqual(0);
  });

  test('shows what waits: differences, due jobs and parked jobs', async () => {
    await harness.asMigrator(async (tx) => {
      await sql`
        insert into fact_delta (sign, fact)
        select 1, jsonb_populate_record(null::campaign_day, '{}') from generate_series(1, 3)`.execute(tx);
      await sql`select graphile_worker.add_job('late', '{}', run_at => now() - interval '10 minutes')`.execute(tx);
      await sql`select graphile_worker.add_job('broken', '{}', max_attempts => 1)`.execute(tx);
      await sql`update graphile_worker._private_jobs set attempts = max_attempts where max_attempts = 1`.execute(tx);
    });
    await expect.poll(() => valueOf('paceline_waiting_items{queue="facts"}')).toBe(3);
    await expect.poll(() => valueOf('paceline_waiting_items{queue="jobs"}')).toBe(1);
    await expect.poll(() => valueOf('paceline_waiting_seconds{queue="jobs"}')).toBeGreaterThanOrEqual(600);
    await expect.poll(() => valueOf('paceline_parked_jobs{job="broken"}')).toBe(1);
    await expect.poll(() => valueOf('paceline_stuck_deliveries')).toBe(0);
    await harness.asMigrator((tx) => sql`delete from graphile_worker._private_jobs`.execute(tx));
    await expect.poll(() => valueOf('paceline_parked_jobs{job="broken"}')).toBeUndefined();
  });

  test('counts jobs and outgoing requests by result', async () => {
    const counted = defineJob({ name: 'countedJob', payload: z.object({ fails: z.boolean() }) });
    const job = handleJob(counted, async ({ fails }) => {
      if (fails) throw new Error('it was to fail');
    });
    const log = createLog({ logLevel: 'silent' });
    workers.push(await startWorker({ ownerUrl: harness.ownerUrl, jobs: [job], log }));
    await harness.asMigrator((tx) =>
      sql`
        select graphile_worker.add_job('countedJob', '{"fails":false}'),
               graphile_worker.add_job('countedJob', '{"fails":true}', max_attempts => 1)`.execute(tx),
    );
    for (const outcome of ['done', 'failed'])
      await expect.poll(() => valueOf(`paceline_job_seconds_count{job="countedJob",outcome="${outcome}"}`)).toBe(1);

    const due = ['accepted', 'refused', 'thrown'];
    const outbox = openOutbox<string>({
      queue: 'counted',
      mostAtOnce: 3,
      takeDue: () => Promise.resolve(due.splice(0)),
      send: (row) => (row === 'thrown' ? Promise.reject(new Error(row)) : Promise.resolve(row)),
      onFailure: () => undefined,
    });
    await outbox.drain();
    for (const outcome of ['accepted', 'refused', 'failed'])
      expect(await valueOf(`paceline_sent_seconds_count{queue="counted",outcome="${outcome}"}`)).toBe(1);
  });
});

describe('Grafana dashboards and alerts', () => {
  /** Metric names used in the queries, without the suffixes of histograms. */
  const namedIn = (queries: readonly string[]): string[] => [
    ...new Set(
      queries.flatMap((query) =>
        [...query.replaceAll(/\{[^}]*\}|"[^"]*"/g, ' ').matchAll(/\b(?:paceline|nodejs|process)_\w+/g)].map(([name]) =>
          name.replace(/_(?:bucket|count|sum)$/, ''),
        ),
      ),
    ),
  ];
  const exposed = async (): Promise<Set<string>> =>
    new Set([...(await readMetrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));

  test('the dashboard uses existing metrics, and no two panels overlap', async () => {
    interface Dashboard {
      panels: { id: number; title: string; gridPos: object; targets: { expr: string }[] }[];
      templating: { list: { query: string | { query: string } }[] };
    }
    const { panels, templating } = JSON.parse(await docs('paceline.json')) as Dashboard;
    const queries = [
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...templating.list.map(({ query }) => (typeof query === 'string' ? '' : query.query)),
    ];
    const names = await exposed();
    const named = namedIn(queries);
    expect(named.length).toBeGreaterThan(12);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
    expect(new Set(panels.map(({ gridPos }) => JSON.stringify(gridPos))).size).toBe(panels.length);
    // Each of our own metrics is used in some query.
    expect([...names].filter((name) => name.startsWith('paceline_') && !named.includes(name))).toEqual([]);
  });

  test('every alert uses existing metrics, and explains its meaning and the remedy', async () => {
    const text = await docs('alerts.yaml');
    const rules = text
      .split('- alert: ')
      .slice(1)
      .map((rule) => rule.trimEnd());
    expect(rules.length).toBeGreaterThan(8);
    const names = await exposed();
    for (const rule of rules) {
      expect(rule).toMatch(
        /^\w+\n +expr: \S.*\n +for: \d+m\n +labels:\n +severity: (?:critical|warning)\n +annotations:\n +summary: '.+'\n +description: '.+'$/,
      );
      const named = namedIn([/expr: (.*)/.exec(rule)?.[1] ?? '']);
      expect(named.filter((name) => !names.has(name))).toEqual([]);
      // One rule uses Prometheus' own `up` metric.
      expect(named.length > 0 || rule.includes('up{job="paceline"}')).toBe(true);
    }
  });
});
