import {
  AUDIT_OUTCOMES,
  auditActionWords,
  type AuditRow,
  auditSearch,
  auditWayWords,
  OWNER_SETTINGS,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { custom, is, oneOrMore, patternOf, type Sql, unindexed, withinDaysOf } from '../../shared/lists/conditions.ts';
import { listOf } from '../../shared/lists/list-of.ts';
import { type ListFile } from '../../shared/lists/list-routes.ts';
import {
  knownUserLines,
  LINE_FIELDS,
  listOwnerNames,
  listRecordNames,
  OWNER_OF_LINE,
  seesFees,
  type StoredLine,
  subjectOf,
  whoOf,
} from './audit.queries.ts';
import { changeLine, changesOf, tellableValues } from './change-words.ts';

type StoredRow = StoredLine & Pick<AuditRow, 'ip' | 'requestId'>;
type Text = string | null | undefined;
interface Found {
  people: number[];
  records: { entity: string; key: string }[];
}

const MAX_FOUND = 50;
const SHOWN_CHANGES = 50;

/** Keys of the users whose name contains the search term: the planner sees how many there are and uses the index of users. */
const listPeople = async (tx: Tx, typed: string): Promise<number[]> => {
  const { rows } = await sql<{ key: number }>`
    select user_key as key from user_account u
    where lower(first_name || ' ' || last_name || ' ' || user_name) like ${`%${patternOf(typed)}%`}
      and (u.all_owners or exists (select from user_owner s where s.user_key = u.user_key))
    order by 1 limit 1000`.execute(tx);
  return rows.map(({ key }) => key);
};

const listRecords = async (tx: Tx, ownerKey: number, typed: string): Promise<Found['records']> => {
  const like = `%${patternOf(typed)}%`;
  const { rows } = await sql<Found['records'][number]>`
    select x.entity, x.key from (
      (select 'campaign' as entity, campaign_key::text as key from campaign
       where owner_key = ${ownerKey} and (lower(code) like ${like} or lower(name) like ${like}) order by campaign_key desc limit ${MAX_FOUND})
      union all (select 'goal', goal_key::text from goal where owner_key = ${ownerKey} and lower(name) like ${like} order by goal_key desc limit ${MAX_FOUND})
      union all (select 'media_partner', partner_key::text from media_partner where lower(name) like ${like} limit ${MAX_FOUND})
      union all (select 'user', user_key::text from user_account where lower(first_name || ' ' || last_name) like ${like} limit ${MAX_FOUND})
      union all (select e.entity, client_key::text from client, unnest(array['client', 'client_criteria', 'client_crm_account']) e (entity)
                 where owner_key = ${ownerKey} and lower(name) like ${like} limit ${MAX_FOUND})
      union all (select 'campus', campus_key::text from campus
                 where owner_key = ${ownerKey} and (lower(code) like ${like} or lower(name) like ${like}) order by campus_key desc limit ${MAX_FOUND})
      union all (select 'program', program_key::text from program
                 where owner_key = ${ownerKey} and (lower(code) like ${like} or lower(name) like ${like}) order by program_key desc limit ${MAX_FOUND})
      union all (select 'brand', brand_key::text from brand where owner_key = ${ownerKey} and lower(name) like ${like} limit ${MAX_FOUND})
      union all (select 'custom_channel', custom_channel_key::text from custom_channel
                 where owner_key = ${ownerKey} and lower(name) like ${like} limit ${MAX_FOUND})
      union all (select e.entity, account_key::text from platform_account, unnest(array['platform_account', 'platformPushKey']) e (entity)
                 where owner_key = ${ownerKey} and lower(account_name) like ${like} limit ${MAX_FOUND})
      union all (select 'insertion_order', io_key::text from insertion_order
                 where owner_key = ${ownerKey} and lower(number) like ${like} order by io_key desc limit ${MAX_FOUND})
      union all (select 'statement', statement_key::text from billing_statement
                 where owner_key = ${ownerKey} and lower(number) like ${like} order by statement_key desc limit ${MAX_FOUND})
      union all (select 'lead', lead_key::text from lead where owner_key = ${ownerKey} and public_id = upper(${typed}))
    ) x`.execute(tx);
  const settings = Object.entries(OWNER_SETTINGS)
    .filter(([, { label }]) => label.toLowerCase().includes(typed.toLowerCase()))
    .map(([name]) => ({ entity: 'owner_setting', key: name }));
  return [...rows, ...settings];
};

/** The lines of the matching records, and of the request with that id: each by its own index. */
const byTerm = (owner: Sql, records: Found['records'], typed: string): Sql => sql`l.audit_key = any (array(
  select l.audit_key from audit_log l where l.request_id = ${typed} and ${owner}
  union all
  select l.audit_key from unnest(${records.map(({ entity }) => entity)}::text[], ${records.map(({ key }) => key)}::text[]) f (entity, key)
  cross join lateral (
    select l.audit_key from audit_log l where l.entity = f.entity and l.entity_key = f.key and ${owner}
    order by l.at desc, l.audit_key desc limit 1000
  ) l))`;

const ofOwner = (filters: { of?: string | null | undefined; ownerKey?: number | null | undefined }): Sql =>
  sql`${OWNER_OF_LINE} = ${filters.of === 'none' ? 0 : (filters.ownerKey ?? 0)}`;

export const auditRows = listOf<typeof auditSearch, Found, StoredRow>(auditSearch, {
  from: sql`audit_log l`,
  owner: null,
  where: ({ scope, filters }) => {
    const [ownerKey] = scope.ownerKeys;
    const own = ofOwner({ ...filters, ownerKey: filters.ownerKey ?? ownerKey });
    return filters.of === 'none' ? sql`${own} and ${knownUserLines(scope)}` : own;
  },
  key: 'l.audit_key',
  columns: {
    at: {
      column: 'l.at',
      unindexed: 'The index audit_log_owner begins with the owner as an expression.',
    },
  },
  prepare: async (tx, { filters: { person, term, ownerKey } }) => ({
    people: person ? await listPeople(tx, person) : [],
    records: term ? await listRecords(tx, ownerKey ?? 0, term) : [],
  }),
  filters: {
    ownerKey: unindexed(
      'The owner, or no owner, stands in the condition of the whole list.',
      custom([], () => sql`true`),
    ),
    of: unindexed(
      'The owner, or no owner, stands in the condition of the whole list.',
      custom([], () => sql`true`),
    ),
    term: ({ records }, { filters }) =>
      custom<Text>(['request_id'], (typed) => byTerm(ofOwner(filters), records, typed)),
    days: unindexed(
      'The index audit_log_owner begins with the owner, as an expression, and then the time.',
      withinDaysOf('l.at', sql`(select o.time_zone from owner o where o.owner_key = any (app.owner_keys()) limit 1)`),
    ),
    person: ({ people }) => custom<Text>(['user_key'], () => oneOrMore('l.user_key').toSql(people)),
    entity: is('l.entity'),
    entityKey: unindexed(
      'With the kind of record it is answered by audit_log_record, without it within the days that are asked for.',
      is('l.entity_key'),
    ),
    action: unindexed('The index audit_log_action begins with the owner, as an expression.', is('l.action')),
    way: unindexed(
      'Four values, each of them common: the index of times meets them soon.',
      custom<Text>([], (way) => (way === 'unknown' ? sql`l.way is null` : sql`l.way = ${way}`)),
    ),
    outcome: unindexed('Three values: what is rare among them is asked for within some days.', is('l.outcome')),
    requestId: is('l.request_id'),
  },
  select: { ...LINE_FIELDS, ip: 'l.ip', requestId: 'l.request_id', apiKey: 'l.api_key' },
  join: {
    tables: sql`left join user_account u on u.user_key = page."userKey" left join api_key k on k.api_key = page."apiKey"`,
    select: { userName: sql`u.first_name || ' ' || u.last_name`, apiKeyName: 'k.name' },
  },
  complete: async (tx, rows, _, { scope }) => {
    const names = await listRecordNames(tx, rows);
    const telling = { isWhole: false, showsFees: await seesFees(tx, scope), owners: await listOwnerNames(tx) };
    return rows.map((row): AuditRow => {
      const changes = changesOf(...tellableValues(row, names), { ...telling, entity: row.entity }).map(changeLine);
      const more = changes.length - SHOWN_CHANGES;
      return {
        auditKey: row.auditKey,
        at: row.at.toISOString(),
        who: whoOf(row),
        subject: subjectOf(names, row),
        action: auditActionWords(row.action),
        changes: more > 0 ? [...changes.slice(0, SHOWN_CHANGES), `and ${more} more`] : changes,
        way: row.way,
        outcome: row.outcome,
        entityKey: row.entityKey,
        ip: row.ip === '' ? null : row.ip,
        requestId: row.requestId === '' ? null : row.requestId,
      };
    });
  },
});

export const AUDIT_FILE: ListFile<AuditRow> = {
  name: 'auditLog',
  format: 'csv',
  cells: {
    changes: ({ changes }) => changes.join('; '),
    way: ({ way }) => auditWayWords(way),
    outcome: ({ outcome }) => AUDIT_OUTCOMES[outcome],
  },
};
