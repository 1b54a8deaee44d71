import {
  leadReasonText,
  nextTryText,
  STUCK_AGES,
  STUCK_WINDOW_DAYS,
  stuckLeadSearch,
  type StuckLeadRow,
  type StuckAge,
} from '@paceline/contract';
import { sql } from 'kysely';
import { custom, is, isIn } from '../../../shared/lists/conditions.ts';
import { listOf } from '../../../shared/lists/list-of.ts';
import { nextOf, type WaitingColumns } from '../../../shared/delivery/waiting.queries.ts';
import { type ListFile } from '../../../shared/lists/list-routes.ts';

const HOUR_MS = 3_600_000;

/** The start of the list's days: leads are partitioned by month, and older partitions are not opened. */
export const stuckSince = (now: Date): Date => new Date(now.getTime() - STUCK_WINDOW_DAYS * 24 * HOUR_MS);

/** The arrival of a stuck lead of this age: after `from`, up to and including `to`. */
export const bornWithin = (age: StuckAge, now: Date) => {
  const { fromHours, toHours } = STUCK_AGES[age];
  return {
    to: new Date(now.getTime() - fromHours * HOUR_MS),
    from: toHours === null ? new Date(0) : new Date(now.getTime() - toHours * HOUR_MS),
  };
};

type StoredRow = Omit<StuckLeadRow, 'createdAt' | 'nextTry' | 'nextTryAt' | 'ageMinutes'> &
  WaitingColumns & { created: Date };

export const stuckLeadRows = listOf<typeof stuckLeadSearch, undefined, StoredRow>(stuckLeadSearch, {
  from: sql`lead l left join delivery_task t on t.owner_key = l.owner_key and t.lead_key = l.lead_key
    left join delivery_claim k on k.owner_key = l.owner_key and k.lead_key = l.lead_key and k.decided_at is null`,
  owner: 'l.owner_key',
  where: ({ now }) => {
    const since = stuckSince(now);
    return sql`l.status = 'STK' and l.created_at > ${since} and l.captured_date >= ${since}::date - 1`;
  },
  key: 'l.lead_key',
  small: 'Found by their status, of 90 days: ten thousand behind a dead endpoint are sorted in milliseconds.',
  columns: {
    createdAt: 'l.created_at',
    reason: sql`l.status_reasons[1]`,
    nextTryAt: { column: 't.due_at', nullable: true },
  },
  filters: {
    leadId: is('l.public_id'),
    age: (_, { now }) =>
      custom<StuckAge | null | undefined>(['created_at'], (age) => {
        const { from, to } = bornWithin(age, now);
        return sql`l.created_at > ${from} and l.created_at <= ${to}`;
      }),
    reason: custom<readonly string[] | null | undefined>([], (reasons) => sql`l.status_reasons && ${[...reasons]}`),
    endpoint: isIn('t.endpoint_key'),
    isClaimed: custom<boolean | null | undefined>([], (isClaimed) =>
      isClaimed ? sql`k.lead_key is not null` : sql`k.lead_key is null`,
    ),
  },
  select: {
    leadCaptureKey: sql`l.lead_key::int`,
    leadId: 'l.public_id',
    created: 'l.created_at',
    ownerKey: 'l.owner_key',
    capturedDate: 'l.captured_date',
    campaignKey: 'l.campaign_key',
    partnerKey: 'l.partner_key',
    campusKey: 'l.campus_key',
    programKey: 'l.program_key',
    reason: sql`coalesce(l.status_reasons[1], '')`,
    dueAt: 't.due_at',
    batchNo: 't.batch_no',
    endpointKey: 't.endpoint_key',
    claimedReference: 'k.reference',
  },
  join: {
    tables: sql`
      join campaign c on c.owner_key = ${sql.ref('page.ownerKey')} and c.campaign_key = ${sql.ref('page.campaignKey')}
      join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
      join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
      left join campus cp on cp.owner_key = c.owner_key and cp.campus_key = ${sql.ref('page.campusKey')}
      left join program pr on pr.owner_key = c.owner_key and pr.program_key = ${sql.ref('page.programKey')}
      left join media_partner m on m.partner_key = ${sql.ref('page.partnerKey')}
      left join delivery_endpoint e on e.owner_key = c.owner_key and e.endpoint_key = ${sql.ref('page.endpointKey')}
      left join delivery_health h on h.owner_key = e.owner_key and h.endpoint_key = e.endpoint_key
      left join delivery_batch b on b.owner_key = e.owner_key and b.endpoint_key = e.endpoint_key
        and b.batch_no = ${sql.ref('page.batchNo')} and b.done_at is null
      left join lateral (
        select count(*)::int as tries, (array_agg(d.response order by d.attempt desc))[1] as response
        from lead_delivery d
        where d.owner_key = c.owner_key and d.captured_date = ${sql.ref('page.capturedDate')} and d.lead_key = ${sql.ref('page.leadCaptureKey')}
      ) d on true`,
    select: {
      clientName: 'cl.name',
      campaignName: 'c.name',
      campusName: 'cp.name',
      programName: 'pr.name',
      partnerName: 'm.name',
      endpointName: 'e.name',
      isPaused: sql`e.paused_at is not null`,
      openUntil: 'h.open_until',
      fileDueAt: 'b.due_at',
      tries: 'd.tries',
      lastResponse: sql`left(d.response, 500)`,
    },
  },
  isExact: () => true,
  complete: (_tx, rows, _context, question) =>
    Promise.resolve(
      rows.map(({ created, dueAt, fileDueAt, isPaused, openUntil, ...row }) => ({
        ...row,
        createdAt: created.toISOString(),
        ...nextOf({ endpointKey: row.endpointKey, dueAt, fileDueAt, isPaused, openUntil }, question.now),
        ageMinutes: Math.max(0, Math.floor((question.now.getTime() - created.getTime()) / 60_000)),
      })),
    ),
});

const ageWords = (minutes: number): string =>
  minutes < 60 * 48 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${Math.floor(minutes / 1440)} days`;

export const STUCK_LEADS_FILE: ListFile<StuckLeadRow> = {
  name: 'stuckLeads',
  cells: {
    reason: ({ reason }) => leadReasonText(reason),
    ageMinutes: ({ ageMinutes }) => ageWords(ageMinutes),
    nextTryAt: ({ nextTry, nextTryAt }, now) =>
      nextTryAt === null ? nextTryText({ nextTry, nextTryAt }, { now: now.toISOString(), write: String }) : nextTryAt,
  },
};
