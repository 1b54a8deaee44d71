import { leadTrackingSearch, TRACKING_DAYS, type TrackingEventType, type TransactionType } from '@paceline/contract';
import { sql } from 'kysely';
import { AppError } from '../../../lib/app-error.ts';
import { custom, is, oneOrMore, type Sql, unindexed } from '../../../shared/lists/conditions.ts';
import { listOf } from '../../../shared/lists/list-of.ts';
import { type Asked } from '../../../shared/lists/list-source.ts';
import { SOURCES_OF } from './tracking-event.rules.ts';
import {
  EVENT_FIELDS,
  eventsOf,
  findTimeZone,
  type FoundIds,
  listCampaignKeys,
  listIds,
  nameEvents,
  type StoredEvent,
} from './tracking.queries.ts';

const DAY_MS = 86_400_000;
type Search = Asked<typeof leadTrackingSearch>;
type Text = string | null | undefined;
type Keys = readonly number[] | null | undefined;

interface Context {
  zone: string;
  /** Null: no id was searched. */
  ids: FoundIds | null;
  /** Null: of every campaign. */
  campaignKeys: readonly number[] | null;
  days: { from: string; to: string } | null;
}

const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The days of the search; a missing end is set to the longest range allowed. A search for one id has no limit. */
const daysOf = ({ filters: { fromDate, toDate, keyword }, now }: Search): Context['days'] => {
  if (keyword) return null;
  // A day later than today in UTC: it may be tomorrow in the owner's zone.
  const to = toDate ?? (fromDate ? plus(fromDate, TRACKING_DAYS - 1) : plus(now.toISOString().slice(0, 10), 1));
  const from = fromDate ?? plus(to, 1 - TRACKING_DAYS);
  if (plus(from, TRACKING_DAYS - 1) < to) {
    const message = `Choose at most ${TRACKING_DAYS} days, or an id.`;
    throw new AppError('RANGE_TOO_LONG', { message, errors: [{ field: 'toDate', code: 'range', message }] });
  }
  return { from, to };
};

const since = (day: string, zone: string): Sql => sql`e.at >= (${day}::date::timestamp at time zone ${zone})`;
const until = (day: string, zone: string): Sql => sql`e.at < ((${day}::date + 1)::timestamp at time zone ${zone})`;

/** Filters by these codes: the arms of the view without any of them are dropped before anything is read. */
const withCodes = <Code extends TrackingEventType | TransactionType>(column: string) =>
  custom<readonly Code[] | null | undefined>([], (codes) => {
    const sources = [...new Set(codes.flatMap((code) => SOURCES_OF[code]))];
    return sql`e.source = any (${sources}::int[]) and ${oneOrMore(column).toSql(codes)}`;
  });

/** Events of a campaign, by their own key or by their lead's. */
const ofCampaigns = (campaignKeys: readonly number[]): Sql => sql`
  coalesce(e.campaign_key, (
    select l.campaign_key from lead l where l.owner_key = e.owner_key and l.captured_date = e.day and l.lead_key = e.lead_key
  )) = any (${[...campaignKeys]}::int[])`;
/** The three are one condition in `where`: here each would be checked again. */
const inWhere = unindexed(
  'At most 31 days of events are read by their times, and the lead of each by its key.',
  custom<Keys>([], () => sql`true`),
);

export const trackingRows = listOf<typeof leadTrackingSearch, Context, StoredEvent>(leadTrackingSearch, {
  from: sql`tracking_event e`,
  owner: 'e.owner_key',
  key: 'e.event_key',
  columns: { at: 'e.at' },
  prepare: async (tx, question) => {
    const { clientKeys, mediaPartnerKeys, campaignKeys, keyword } = question.filters;
    const [ownerKey = 0] = question.scope.ownerKeys;
    const days = daysOf(question);
    const isCut = [clientKeys, mediaPartnerKeys, campaignKeys].some((keys) => keys);
    return {
      zone: await findTimeZone(tx, ownerKey),
      ids: keyword ? await listIds(tx, question.scope.ownerKeys, keyword) : null,
      campaignKeys: isCut
        ? await listCampaignKeys(tx, ownerKey, {
            clients: clientKeys ?? null,
            partners: mediaPartnerKeys ?? null,
            campaigns: campaignKeys ?? null,
          })
        : null,
      days,
    };
  },
  where: (_, { days, zone, campaignKeys }) =>
    sql.join(
      [
        sql`e.at is not null`,
        ...(days === null ? [] : [since(days.from, zone), until(days.to, zone)]),
        ...(campaignKeys === null ? [] : [ofCampaigns(campaignKeys)]),
      ],
      sql` and `,
    ),
  filters: {
    ownerKey: is('e.owner_key'),
    fromDate: ({ zone }) => custom<Text>(['at'], (day) => since(day, zone)),
    toDate: ({ zone }) => custom<Text>(['at'], (day) => until(day, zone)),
    trackingTypeCodes: unindexed(
      'Each is of one table, whose times its index has, or one of three kinds of posts.',
      withCodes<TrackingEventType>('e.tracking_type'),
    ),
    transactionTypeCodes: unindexed(
      'Each is of one table, but for the kinds of changes of status, which lead_status_change_kind has.',
      withCodes<TransactionType>('e.transaction_type'),
    ),
    clientKeys: inWhere,
    mediaPartnerKeys: inWhere,
    campaignKeys: inWhere,
    keyword: ({ ids }) =>
      unindexed(
        'The id is looked up by the indexes of leads, and what happened to them by their keys.',
        custom<Text>([], () => (ids === null ? sql`true` : eventsOf(ids))),
      ),
  },
  select: EVENT_FIELDS,
  isExact: () => true,
  complete: (tx, rows) => nameEvents(tx, rows),
});
