import { type ListFilterValues } from '@paceline/contract';
import { makeScope } from '@paceline/server/src/db/scope/make-scope.ts';
import { openDatabase } from '@paceline/server/src/db/scope/tx.ts';
import { serialiserOf } from '@paceline/server/src/http/answers/serialise.ts';
import { openClient } from '../load/connections.ts';
import { BY_HAND, leadList, leadRows } from './lead-list.ts';
import { openLeadStore } from './lead-store.ts';
import { takeTurns } from '../measure.ts';
import { NOW } from '../scale-store.ts';

/**
 * What does a page of a list cost beyond its SQL, on ten million leads? The declared list (cursor, filters, total, rows as JSON)
 * against the statements that one would write by hand for that one question, in the same scope and by the bare driver.
 */
const ROUNDS = 15;
const MAX_RATIO = 1.5;
const LIMIT = 50;

interface Question {
  sort?: string;
  filters?: Partial<ListFilterValues<typeof leadList>>;
  /** How many rows lie before the page, or which part of all. */
  behind?: number;
  where?: string;
  order: string;
}

const DOWN = 'l.created_at desc, l.lead_key desc';
const QUESTIONS: Record<string, Question> = {
  'first page': { order: DOWN },
  'next page': { order: DOWN, behind: LIMIT },
  'deep page (90 % down)': { order: DOWN, behind: 0.9 },
  'oldest first': { sort: 'createdAt', order: 'l.created_at, l.lead_key' },
  'by status': { sort: 'status', order: 'l.status, l.lead_key' },
  'by status, down': { sort: '-status', order: 'l.status desc, l.lead_key desc' },
  'by state (has blanks)': { sort: 'state', where: 'l.state is not null', order: 'l.state, l.lead_key' },
  'by price, down': { sort: '-clientPrice', order: 'l.client_price desc, l.lead_key desc' },
  'by id': { sort: 'publicId', order: 'l.public_id, l.lead_key' },
  'one status': { filters: { status: ['RTN'] }, where: "l.status = any ('{RTN}')", order: DOWN },
  'one month': {
    filters: { captured: { from: '2026-09-01', to: '2026-09-30' } },
    where: "l.captured_date between '2026-09-01' and '2026-09-30'",
    order: DOWN,
  },
  'one campaign': { filters: { campaign: [0] }, where: 'l.campaign_key = any (array[{campaign}])', order: DOWN },
  'by its whole id': { filters: { publicId: '' }, where: "l.public_id = '{publicId}'", order: DOWN },
};

const [, size] = process.argv.slice(2);
const store = await openLeadStore(size === undefined ? null : Number(size));
const db = openDatabase(store.appUrl, 2);
const bare = await openClient(store.appUrl);
const asOwner = await openClient(store.ownerUrl);
const serialise = serialiserOf(leadList.response);
let missed = false;
try {
  const { rows: owners } = await asOwner.query<{ key: number; n: string }>(
    'select owner_key as key, count(*) as n from lead group by 1 order by 2 desc limit 1',
  );
  const ownerKey = owners[0]!.key;
  const { rows: some } = await asOwner.query<{ campaign: number; publicId: string }>(
    'select campaign_key as campaign, public_id as "publicId" from lead where owner_key = $1 order by created_at desc limit 1',
    [ownerKey],
  );
  const { campaign, publicId } = some[0]!;
  const leads = Number(owners[0]!.n);
  console.log(`${leads.toLocaleString('en-US')} leads of one owner`);
  const scope = makeScope({ userKey: 1, group: 'ag', ownerKeys: [ownerKey], partnerKey: null });
  const settings = `begin; select set_config('app.owner_keys', '{${ownerKey}}', true), set_config('app.partner_key', '', true), set_config('app.user_group', 'ag', true), set_config('app.user_key', '1', true)`;

  for (const [name, question] of Object.entries(QUESTIONS)) {
    const { sort = '-createdAt', behind = 0 } = question;
    const filters = {
      ...question.filters,
      ...(question.filters?.campaign && { campaign: [campaign] }),
      ...(question.filters?.publicId !== undefined && { publicId }),
    };
    const listQuestion = { scope, params: {}, sort, filters, now: NOW, isStart: true, limit: LIMIT };
    // Where the page begins is known to whoever turns to it: the row before it.
    const place =
      behind === 0
        ? null
        : (
            await asOwner.query<{ at: string; key: string }>(
              `select l.created_at::text as at, l.lead_key::text as key from lead l where l.owner_key = $1 order by ${DOWN} offset $2 limit 1`,
              [ownerKey, Math.round(behind < 1 ? behind * leads : behind) - 1],
            )
          ).rows[0]!;
    const after = place && Buffer.from(JSON.stringify([sort, place.at, place.key])).toString('base64url');
    const filter = (question.where ?? 'true').replace('{campaign}', String(campaign)).replace('{publicId}', publicId);
    const where = `l.owner_key = ${ownerKey} and ${filter}`;
    const beyond = place ? ` and (l.created_at, l.lead_key) < ('${place.at}', ${place.key})` : '';
    const byHand = BY_HAND.replace('{where}', where + beyond).replace('{order}', question.order);
    const total = `select count(*) from (select from lead l where ${where} limit 10001) n`;

    const list = async (): Promise<number> => {
      const start = performance.now();
      const page = await db.withScope(scope, (tx) => leadRows.page(tx, { ...listQuestion, ...(after && { after }) }));
      serialise(page);
      return performance.now() - start;
    };
    const hand = async (): Promise<number> => {
      const start = performance.now();
      await bare.query(settings);
      const { rows } = await bare.query(byHand);
      if (place === null && rows.length > LIMIT) await bare.query(total);
      await bare.query('commit');
      JSON.stringify(rows);
      return performance.now() - start;
    };
    await list();
    await hand();
    const { list: own, hand: sql } = await takeTurns({ list, hand }, ROUNDS);
    missed ||= own / sql > MAX_RATIO;
    console.log(
      `${name.padEnd(24)} list ${own.toFixed(1).padStart(7)} ms, by hand ${sql.toFixed(1).padStart(7)} ms, ratio ${(own / sql).toFixed(2)}`,
    );
  }
  process.exitCode = missed ? 1 : 0;
} finally {
  await Promise.all([db.close(), bare.end(), asOwner.end()]);
  await store.close();
}
