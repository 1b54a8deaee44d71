import { fork } from 'node:child_process';
import { once } from 'node:events';
import { leadSearch } from '@paceline/contract';
import { makeScope } from '@paceline/server/src/db/scope/make-scope.ts';
import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { leadRows } from '@paceline/server/src/features/leads/search.list.ts';
import { makeUser } from '@paceline/server/src/testing/factories/factories.ts';
import { endProcess, openClient } from '../load/connections.ts';
import { openLeadStore } from './lead-store.ts';
import { takeTurns } from '../measure.ts';
import { capture, replay } from '../intake/replay.ts';
import { NOW } from '../scale-store.ts';
import { signedIn } from '../signed-in.ts';

/**
 * What does the first page of the lead search cost beyond its SQL, on ten million leads and whatever it is filtered by? The call
 * through HTTP, for the agency and for a media partner, against the very statements that it sends, replayed by the bare driver.
 * `npm run bench -- leads-search` on the scenario `scale`, `-- leads-search 100000 5` on as many leads
 * in a cluster that is thrown away, and for so many rounds.
 */
const MAX_RATIO = 1.5;
const LIMIT = 50;
/** The server's own: of the leads of this store no person is sealed. */
const SECRET = Buffer.alloc(32);

const [, size, rounds = 15] = process.argv.slice(2).map((text, index) => (index === 0 ? 0 : Number(text)));
const store = await openLeadStore(size ?? null);
const asOwner = await openClient(store.ownerUrl);
const bare = await openClient(store.appUrl);
const child = fork(new URL('../api-server.ts', import.meta.url), [store.appUrl, NOW.toISOString()]);
const [address] = (await once(child, 'message')) as [string];
const rows = leadRows(SECRET);

type Filters = Record<string, unknown>;

/** Of what there is among the newest leads the commonest and the rarest. */
const valuesOf = async (where: string, column: string): Promise<[common: unknown, rare: unknown] | null> => {
  const { rows: valueRows } = await asOwner.query<{ value: unknown }>(
    `select value from (select ${column} as value from lead l where ${where} order by created_at desc limit 50000) n
     where value is not null group by 1 order by count(*) desc, 1`,
  );
  const [common, rare] = [valueRows.at(0), valueRows.at(-1)];
  return common && rare ? [common.value, rare.value] : null;
};

/** Each filter of the list with what it finds many and few of. */
const questionsOf = async (where: string): Promise<Record<string, Filters>> => {
  const questions: Record<string, Filters> = {
    'no filter': {},
    'one day': { fromDate: '2026-11-02', toDate: '2026-11-02' },
    'one month': { fromDate: '2026-09-01', toDate: '2026-09-30' },
    'a mail address': { person: 'nobody@post.example' },
    'a phone number': { person: '3127654321' },
  };
  const COLUMNS = {
    leadStatus: 'l.status',
    reason: 'l.status_reasons[1]',
    campus: 'l.campus_key',
    program: 'l.program_key',
    partner: 'l.partner_key',
    campaign: 'l.campaign_key',
    source: 'l.publisher_source_key',
    device: 'l.device',
    state: 'l.state',
  };
  for (const [filter, column] of Object.entries(COLUMNS)) {
    const values = await valuesOf(where, column);
    if (values === null) continue;
    const [common, rare] = values;
    questions[`${filter}, common`] = { [filter]: [common] };
    questions[`${filter}, rare`] = { [filter]: [rare] };
    questions[`${filter}, both`] = { [filter]: [common, rare] };
  }
  for (const milestone of ['CONTACT', 'START']) questions[`milestone ${milestone}`] = { milestone: [milestone] };
  const { rows: some } = await asOwner.query<{ key: number; id: string; txn: string | null }>(
    `select lead_key::int as key, public_id as id, transaction_id as txn from lead l where ${where} order by created_at desc limit 1`,
  );
  const lead = some[0];
  if (lead !== undefined) {
    questions['some leads'] = { leadCaptureKeys: [lead.key] };
    questions['a lead’s id'] = { keyword: lead.id };
    questions['a transaction'] = { keyword: lead.txn ?? 'none-like-it' };
  }
  return questions;
};

let missed = false;
try {
  const { rows: most } = await asOwner.query<{ owner: number; n: number }>(
    'select owner_key as owner, count(*)::int as n from lead group by 1 order by 2 desc limit 1',
  );
  const { owner: ownerKey, n } = most[0]!;
  const { rows: biggest } = await asOwner.query<{ partner: number }>(
    'select partner_key as partner from lead where owner_key = $1 and partner_key is not null group by 1 order by count(*) desc limit 1',
    [ownerKey],
  );
  const partnerKey = biggest[0]!.partner;
  console.log(`${n.toLocaleString('en-US')} leads of one owner; medians of ${rounds}`);
  for (const group of ['ag', 'mp'] as const) {
    const isPartner = group === 'mp';
    const { userKey } = await withMigrator(store.ownerUrl, (tx) =>
      makeUser(tx, {
        group,
        ownerKeys: [ownerKey],
        permissions: ['leadanalyzer:View'],
        ...(isPartner && { partnerKey }),
      }),
    );
    const headers = {
      authorization: `Bearer ${await signedIn(store.ownerUrl, userKey, NOW)}`,
      'content-type': 'application/json',
    };
    const scope = makeScope({ userKey, group, ownerKeys: [ownerKey], partnerKey: isPartner ? partnerKey : null });
    const where = `l.owner_key = ${ownerKey}${isPartner ? ` and l.partner_key = ${partnerKey}` : ''}`;
    for (const [name, filtersOf] of Object.entries(await questionsOf(where))) {
      const filters = { ...(!isPartner && { ownerKey }), ...filtersOf };
      const call = async (): Promise<number> => {
        const since = performance.now();
        const answer = await fetch(`${address}/api/${group}/lead/search`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ ...filters, limit: LIMIT }),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${name}: ${text}`);
        return performance.now() - since;
      };
      const question = { scope, params: {}, sort: leadSearch.list.first, now: NOW, isStart: true, limit: LIMIT };
      const statements = await capture(store.appUrl, async (db) => {
        await db.readScope(scope, (tx) => rows.page(tx, { ...question, filters }));
        return (async function* () {})();
      });
      const hand = async (): Promise<number> => (await replay(bare, statements)).total;
      await call();
      await hand();
      const { call: http, hand: sql } = await takeTurns({ call, hand }, rounds);
      missed ||= http / sql > MAX_RATIO;
      console.log(
        `${group} ${name.padEnd(24)} HTTP ${http.toFixed(1).padStart(7)} ms, bare SQL ${sql.toFixed(1).padStart(7)} ms, ratio ${(http / sql).toFixed(2)}`,
      );
    }
  }
  process.exitCode = missed ? 1 : 0;
} finally {
  await Promise.all([bare.end(), asOwner.end()]);
  await endProcess(child);
  await store.close();
}
