import { type Labels, leadReasonText } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { findLabels } from '../../../shared/owner-variant.queries.ts';
import { milestoneWord, SOURCES, statusWord } from './tracking-event.rules.ts';
import { type StoredEvent } from './tracking.queries.ts';

/** The details of an event beyond its row in the list. */
interface EventFacts {
  facts: { label: string; value: string }[];
  request: string | null;
  response: string | null;
}

type Value = string | number | boolean | null | undefined;
type Row = Record<string, Value>;

const factsOf = (row: Row, labels: Readonly<Record<string, string>>): EventFacts['facts'] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const value = row[name];
    return value === null || value === undefined || value === '' ? [] : [{ label, value: String(value) }];
  });

const local = (column: `${string}.${string}`) => {
  const owner = sql.ref(`${column.split('.')[0]!}.owner_key`);
  const zone = sql`(select o.time_zone from owner o where o.owner_key = ${owner})`;
  return sql`to_char(${sql.ref(column)} at time zone ${zone}, 'Mon FMDD, YYYY, FMHH12:MI AM')`;
};
/** The part of an answer that a lead's own page shows. */
const MAX_ANSWER = 2_000;

const isOf = ({ ownerKey, day, leadKey }: StoredEvent, table: string) => sql`
  ${sql.ref(`${table}.owner_key`)} = ${ownerKey} and ${sql.ref(`${table}.captured_date`)} = ${day}::date
  and ${sql.ref(`${table}.lead_key`)} = ${leadKey}`;

interface Reader {
  statement: (event: StoredEvent) => ReturnType<typeof sql<Row>>;
  labels: Readonly<Record<string, string>>;
  words?: (row: Row, labels: Labels) => Row;
}

const textOf = (value: Value): string => (value === null || value === undefined ? '' : String(value));

const READERS: Readonly<Record<number, Reader>> = {
  [SOURCES.post]: {
    statement: (event) => sql<Row>`
      select l.transaction_id as transaction, s.source_tag as source, l.sub_source as sub, l.lead_source_type as kind, l.device,
             l.state, l.zip, array_to_string(l.flags, ', ') as flags
      from lead l left join publisher_source s on s.partner_key = l.partner_key and s.publisher_source_key = l.publisher_source_key
      where ${isOf(event, 'l')}`,
    labels: {
      transaction: 'Transaction ID',
      source: 'Source',
      sub: 'Sub-source',
      kind: 'Lead source type',
      device: 'Device',
      state: 'State',
      zip: 'ZIP',
      flags: 'Flags',
    },
  },
  [SOURCES.status]: {
    statement: (event) => sql<Row>`
      select h.from_status as "from", h.to_status as "to", array_to_string(h.reasons, ',') as reasons, h.note,
             concat_ws(' ', u.first_name, u.last_name) as by
      from lead_status_change h left join user_account u on u.user_key = h.changed_by
      where ${isOf(event, 'h')} and h.change_key = ${event.ownKey}`,
    labels: { from: 'From', to: 'To', reasons: 'Reason', note: 'Note', by: 'By' },
    words: (row) => ({
      ...row,
      from: row['from'] && statusWord(textOf(row['from'])),
      to: statusWord(textOf(row['to'])),
      reasons: textOf(row['reasons']).split(',').filter(Boolean).map(leadReasonText).join(', '),
    }),
  },
  [SOURCES.delivery]: {
    statement: (event) => sql<Row>`
      select d.attempt, d.reason, d.http_status as "httpStatus", d.duration_ms as ms, ${local('d.next_at')} as next,
             e.name as endpoint, d.request, left(d.response, ${MAX_ANSWER}) as response
      from lead_delivery d left join delivery_endpoint e on e.owner_key = d.owner_key and e.endpoint_key = d.endpoint_key
      where ${isOf(event, 'd')} and d.attempt = ${event.ownKey}`,
    labels: {
      attempt: 'Try',
      endpoint: 'Endpoint',
      reason: 'Reason',
      httpStatus: 'HTTP status',
      ms: 'Milliseconds',
      next: 'Next try',
    },
    words: (row) => ({
      ...row,
      reason: leadReasonText(textOf(row['reason'])),
    }),
  },
  [SOURCES.milestone]: {
    statement: (event) => sql<Row>`
      select m.code, m.happened_on::text as "on", ${local('m.voided_at')} as voided, m.void_reason as why,
             concat_ws(' ', u.first_name, u.last_name) as by
      from lead_milestone m left join user_account u on u.user_key = m.recorded_by
      where ${isOf(event, 'm')} and m.milestone_key = ${event.ownKey}`,
    labels: { code: 'Milestone', on: 'Happened on', by: 'Recorded by', voided: 'Voided', why: 'Why' },
    words: (row, labels) => ({ ...row, code: milestoneWord(textOf(row['code']), labels) }),
  },
  [SOURCES.postback]: {
    statement: (event) => sql<Row>`
      select t.status, t.attempt, t.http_status as "httpStatus", t.duration_ms as ms, ${local('t.next_at')} as next, t.url as request,
             left(t.response, ${MAX_ANSWER}) as response
      from lead_postback_try t
      where ${isOf(event, 't')} and t.postback_key = ${Math.floor(event.ownKey / 10)} and t.attempt = ${event.ownKey % 10}`,
    labels: { status: 'Status told', attempt: 'Try', httpStatus: 'HTTP status', ms: 'Milliseconds', next: 'Next try' },
    words: (row) => ({ ...row, status: statusWord(textOf(row['status'])) }),
  },
  [SOURCES.webhook]: {
    statement: (event) => sql<Row>`
      select w.name, m.event, m.tries, ${local('m.due_at')} as next, jsonb_pretty(m.body) as request, t.http_status as "httpStatus",
             t.because, left(t.response, ${MAX_ANSWER}) as response
      from webhook_message m join webhook w on w.webhook_key = m.webhook_key
      left join lateral (
        select * from webhook_try x where x.owner_key = m.owner_key and x.message_key = m.message_key order by x.attempt desc limit 1
      ) t on true
      where m.owner_key = ${event.ownerKey} and m.message_key = ${event.ownKey}`,
    labels: {
      name: 'Webhook',
      event: 'Event',
      tries: 'Tries',
      httpStatus: 'HTTP status',
      because: 'Reason',
      next: 'Next try',
    },
  },
  [SOURCES.click]: {
    statement: (event) => sql<Row>`
      select c.status, s.source_tag as source, c.sub_source as sub, c.device, c.state,
             case when c.is_unique then 'Yes' else 'No' end as first
      from click c left join publisher_source s on s.partner_key = c.partner_key and s.publisher_source_key = c.publisher_source_key
      where c.owner_key = ${event.ownerKey} and c.clicked_date = ${event.day}::date and c.click_key = ${event.ownKey}`,
    labels: {
      status: 'Code',
      source: 'Source',
      sub: 'Sub-source',
      device: 'Device',
      state: 'State',
      first: 'First of the day',
    },
  },
};

/** Requests and answers are stored masked, so they are shown unchanged. */
export const findFacts = async (tx: Tx, event: StoredEvent): Promise<EventFacts> => {
  const reader = READERS[event.source];
  if (reader === undefined) return { facts: [], request: null, response: null };
  const { rows } = await reader.statement(event).execute(tx);
  const row = rows[0] ?? {};
  const labels = (await findLabels(tx, [event.ownerKey])) ?? 'default';
  return {
    facts: factsOf(reader.words?.(row, labels) ?? row, reader.labels),
    request: textOf(row['request']) || null,
    response: textOf(row['response']) || null,
  };
};
