import { type Labels, type TrackingEvent, type TrackingEventType, type TransactionType } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { findLabels } from '../../../shared/owner-variant.queries.ts';
import { byKeyword } from '../search.list.ts';
import { type EventId, outcomeWord, SOURCES, writeTrackingId } from './tracking-event.rules.ts';

/** An event as read from the view. */
export interface StoredEvent extends EventId {
  ownerKey: number;
  happenedAt: Date;
  clickId: string | null;
  campaignKey: number | null;
  trackingTypeCode: TrackingEventType | null;
  transactionTypeCode: TransactionType | null;
  code: string;
}

/** The fields of an event, from the view as `e`. */
export const EVENT_FIELDS = {
  source: 'e.source',
  ownerKey: 'e.owner_key',
  happenedAt: 'e.at',
  day: 'e.day',
  leadKey: sql`e.lead_key::int`,
  ownKey: 'e.own_key',
  clickId: sql`e.click_id::text`,
  campaignKey: 'e.campaign_key',
  trackingTypeCode: 'e.tracking_type',
  transactionTypeCode: 'e.transaction_type',
  code: 'e.outcome',
} as const;
const FIELDS = sql.join(
  Object.entries(EVENT_FIELDS).map(
    ([name, column]) => sql`${typeof column === 'string' ? sql.ref(column) : column} as ${sql.id(name)}`,
  ),
);

/** The leads and clicks with an id. */
export interface FoundIds {
  days: string[];
  leadKeys: number[];
  clickIds: string[];
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MAX_FOUND = 50;

export const listIds = async (tx: Tx, ownerKeys: readonly number[], typed: string): Promise<FoundIds> => {
  const { rows } = await sql<{ day: string; leadKey: number; clickId: string | null }>`
    select l.captured_date::text as day, l.lead_key::int as "leadKey", l.click_id::text as "clickId" from lead l
    where l.owner_key = any (${[...ownerKeys]}::int[]) and ${byKeyword({ ownerKeys, group: 'ag' }, typed)} limit ${MAX_FOUND}
  `.execute(tx);
  const clicks = rows.flatMap(({ clickId }) => clickId ?? []);
  return {
    days: rows.map(({ day }) => day),
    leadKeys: rows.map(({ leadKey }) => leadKey),
    clickIds: UUID.test(typed) ? [typed.toLowerCase(), ...clicks] : clicks,
  };
};

/**
 * The events of these leads and clicks. In each arm of the view all conditions but one are dropped: those on days where it has none, that
 * on a click where it has none. The rest uses an index of its table.
 */
export const eventsOf = ({ days, leadKeys, clickIds }: FoundIds) => sql`(
  (e.day = any (${days}::date[]) and e.lead_key = any (${leadKeys}::bigint[]) and e.source <> ${SOURCES.click})
  or (e.source = ${SOURCES.webhook} and e.lead_key = any (${leadKeys}::bigint[]))
  or (e.source = ${SOURCES.click} and e.click_id = any (${clickIds}::uuid[])))`;

const isEvent = ({ source, day, leadKey, ownKey }: EventId) => sql`
  e.source = ${source} and e.own_key = ${ownKey}
  and ${day === null ? sql`true` : sql`e.day = ${day}::date`}
  and ${leadKey === null || source === SOURCES.click ? sql`true` : sql`e.lead_key = ${leadKey}`}`;

/** Longer histories are read on the lead's own page. */
const MAX_EVENTS = 200;

const listWhere = async (
  tx: Tx,
  ownerKeys: readonly number[],
  where: ReturnType<typeof sql>,
): Promise<StoredEvent[]> => {
  const { rows } = await sql<StoredEvent>`
    select ${FIELDS} from tracking_event e where e.owner_key = any (${[...ownerKeys]}::int[]) and e.at is not null and ${where}
    order by e.at desc, e.event_key desc limit ${MAX_EVENTS}
  `.execute(tx);
  return rows;
};
export const listEventsOf = (tx: Tx, ownerKeys: readonly number[], ids: FoundIds): Promise<StoredEvent[]> =>
  listWhere(tx, ownerKeys, eventsOf(ids));
export const listEvent = (tx: Tx, ownerKeys: readonly number[], id: EventId): Promise<StoredEvent[]> =>
  listWhere(tx, ownerKeys, isEvent(id));

interface LeadName {
  leadKey: number;
  leadId: string;
  clickId: string | null;
  campaignKey: number;
}
interface CampaignName {
  campaignKey: number;
  campaignName: string;
  campaignCode: string;
  clientName: string;
  partnerName: string | null;
}

const keysIn = <Row>(rows: readonly Row[], key: (row: Row) => number | null): number[] => [
  ...new Set(rows.flatMap((row) => key(row) ?? [])),
];

/** The events with the names of their records, in their order. */
export const nameEvents = async (tx: Tx, events: readonly StoredEvent[]): Promise<TrackingEvent[]> => {
  const ownerKeys = keysIn(events, ({ ownerKey }) => ownerKey);
  const { rows: leads } = await sql<LeadName>`
    select lead_key::int as "leadKey", public_id as "leadId", click_id::text as "clickId", campaign_key as "campaignKey" from lead
    where owner_key = any (${ownerKeys}::int[]) and lead_key = any (${keysIn(events, ({ leadKey }) => leadKey)}::bigint[])
  `.execute(tx);
  const leadOf = new Map(leads.map((lead) => [lead.leadKey, lead]));
  const campaignKeys = [
    ...keysIn(leads, ({ campaignKey }) => campaignKey),
    ...keysIn(events, ({ campaignKey }) => campaignKey),
  ];
  const { rows: campaigns } = await sql<CampaignName>`
    select c.campaign_key as "campaignKey", c.name as "campaignName", c.code as "campaignCode", cl.name as "clientName", m.name as "partnerName"
    from campaign c
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    left join media_partner m on m.partner_key = c.partner_key
    where c.owner_key = any (${ownerKeys}::int[]) and c.campaign_key = any (${campaignKeys}::int[])
  `.execute(tx);
  const campaignOf = new Map(campaigns.map((campaign) => [campaign.campaignKey, campaign]));
  const labelsOf = new Map<number, Labels>();
  for (const key of ownerKeys) labelsOf.set(key, (await findLabels(tx, [key])) ?? 'default');
  return events.map((event) => {
    const lead = event.leadKey === null ? undefined : leadOf.get(event.leadKey);
    const campaign = campaignOf.get(event.campaignKey ?? lead?.campaignKey ?? 0);
    return {
      trackingId: writeTrackingId(event),
      ownerKey: event.ownerKey,
      at: event.happenedAt.toISOString(),
      trackingTypeCode: event.trackingTypeCode,
      transactionTypeCode: event.transactionTypeCode,
      outcome: outcomeWord(event.source, event.code, labelsOf.get(event.ownerKey) ?? 'default'),
      leadCaptureKey: lead?.leadKey ?? null,
      leadId: lead?.leadId ?? null,
      clickId: event.clickId ?? lead?.clickId ?? null,
      clientName: campaign?.clientName ?? null,
      partnerName: campaign?.partnerName ?? null,
      campaignName: campaign?.campaignName ?? null,
      campaignCode: campaign?.campaignCode ?? null,
    };
  });
};

export const findTimeZone = async (tx: Tx, ownerKey: number): Promise<string> => {
  const { rows } = await sql<{ zone: string }>`
    select time_zone as zone from owner where owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0]?.zone ?? 'UTC';
};

/** The campaigns that match the client, media partner and campaign filters together. */
export const listCampaignKeys = async (
  tx: Tx,
  ownerKey: number,
  chosen: Record<'clients' | 'partners' | 'campaigns', readonly number[] | null>,
): Promise<number[]> => {
  const within = (column: string, keys: readonly number[] | null) =>
    keys === null ? sql`true` : sql`${sql.ref(column)} = any (${[...keys]}::int[])`;
  const { rows } = await sql<{ key: number }>`
    select c.campaign_key as key from campaign c join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    where c.owner_key = ${ownerKey} and ${within('g.client_key', chosen.clients)} and ${within('c.partner_key', chosen.partners)}
      and ${within('c.campaign_key', chosen.campaigns)}
  `.execute(tx);
  return rows.map(({ key }) => key);
};
