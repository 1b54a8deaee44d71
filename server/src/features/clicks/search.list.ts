import {
  CLICK_STATUSES,
  type ClickRow,
  type ClickStatus,
  clickSearch,
  clickStatusCode,
  clickStatusOf,
} from '@paceline/contract';
import { sql } from 'kysely';
import { custom, fromDay, is, oneOrMore, type Sql, toDay, unindexed } from '../../shared/lists/conditions.ts';
import { listOf } from '../../shared/lists/list-of.ts';
import { type ListFile } from '../../shared/lists/list-routes.ts';
import { listClickNames, type StoredClickRow } from './search.queries.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const KEY = /^[1-9]\d{0,8}$/;

/** An id in any column that holds one. The owner stands in each condition, so that its index is used. */
const byKeyword = (ownerKeys: readonly number[], typed: string): Sql => {
  if (UUID.test(typed)) return sql`k.click_id = ${typed}::uuid`;
  const places = [
    sql`select click_key from click where owner_key = any (${[...ownerKeys]}::int[]) and transaction_id = ${typed}`,
    ...(KEY.test(typed) ? [sql`select ${Number(typed)}::bigint`] : []),
  ];
  return sql`k.click_key = any (array(${sql.join(places, sql` union all `)}))`;
};

export const clickRows = listOf<typeof clickSearch, undefined, StoredClickRow>(clickSearch, {
  from: sql`click k`,
  owner: 'k.owner_key',
  // Stated here as well as by row-level security, because the index begins with it.
  where: ({ scope }) => (scope.partnerKey === null ? sql`true` : sql`k.partner_key = ${scope.partnerKey}`),
  key: 'k.click_key',
  columns: { clickedAt: 'k.clicked_at' },
  filters: {
    ownerKey: is('k.owner_key'),
    fromDate: fromDay('k.clicked_date', 'k.clicked_at'),
    toDate: toDay('k.clicked_date', 'k.clicked_at'),
    clickStatus: custom<readonly ClickStatus[] | null | undefined>(['status'], (names) =>
      oneOrMore('k.status').toSql(names.map(clickStatusCode)),
    ),
    keyword: (_, { scope }) =>
      custom<string | null | undefined>(['click_id'], (typed) => byKeyword(scope.ownerKeys, typed)),
    partner: oneOrMore('k.partner_key'),
    campaign: oneOrMore('k.campaign_key'),
    source: oneOrMore('k.publisher_source_key'),
    device: unindexed(
      'Three values, each of them common: the index of times meets them at once.',
      oneOrMore('k.device'),
    ),
    hasConversion: unindexed(
      'The index click_with_lead has those that brought one; of the others there are many.',
      custom<boolean | null | undefined>([], (has) => (has ? sql`k.lead_key is not null` : sql`k.lead_key is null`)),
    ),
  },
  select: {
    clickKey: sql`k.click_key::int`,
    clickId: sql`k.click_id::text`,
    ownerKey: 'k.owner_key',
    clicked: 'k.clicked_at',
    statusCode: 'k.status',
    isUnique: 'k.is_unique',
    givenTag: 'k.source_tag',
    subSource: 'k.sub_source',
    transactionId: 'k.transaction_id',
    device: 'k.device',
    country: 'k.country',
    state: 'k.state',
    campaignKey: 'k.campaign_key',
    partnerKey: 'k.partner_key',
    sourceKey: 'k.publisher_source_key',
    hasConversion: sql`k.lead_key::int`,
  },
  isExact: () => true,
  complete: async (tx, rows) => {
    const names = await listClickNames(tx, rows);
    return rows.map(({ clicked, givenTag, ...row }, index) => {
      const { knownTag, ...name } = names[index]!;
      return {
        ...row,
        ...name,
        clickedAt: clicked.toISOString(),
        status: clickStatusOf(row.statusCode),
        sourceTag: knownTag ?? givenTag,
      };
    });
  },
});

export const clickFile: ListFile<ClickRow> = {
  name: 'clicks',
  cells: { status: ({ status }) => CLICK_STATUSES[status].label },
};
