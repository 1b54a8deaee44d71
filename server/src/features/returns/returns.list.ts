import { groupOfUserType, returnCriteriaSchema, returnSearch } from '@paceline/contract';
import { sql } from 'kysely';
import { custom, is, unindexed } from '../../shared/lists/conditions.ts';
import { listOf } from '../../shared/lists/list-of.ts';
import { countReturns } from './limits.queries.ts';
import { listClosed, listComments, listParts, type StoredReturn } from './returns.queries.ts';
import { commentsThrough, dayIn, limitOf } from './returns.rules.ts';

const STATE = sql`case r.decision when 'APPROVED' then 'ACCEPTED' when 'DENIED' then 'DECLINED' when 'WITHDRAWN' then 'WITHDRAWN' else 'OPEN' end`;

export const returnRows = listOf<typeof returnSearch, undefined, StoredReturn>(returnSearch, {
  from: sql`lead_return r`,
  owner: 'r.owner_key',
  // Stated here as well as by row-level security, because the index begins with it.
  where: ({ scope }) => (scope.partnerKey === null ? sql`true` : sql`r.partner_key = ${scope.partnerKey}`),
  key: 'r.return_key',
  columns: { requestedAt: 'r.requested_at' },
  filters: {
    ownerKey: is('r.owner_key'),
    state: unindexed(
      'The open ones are the newest; the index of times meets the others at once.',
      custom<readonly string[] | null | undefined>([], (states) => sql`${STATE} = any (${[...states]})`),
    ),
    reason: unindexed(
      'Thirteen values, each of them common: the index of times meets them at once.',
      custom<readonly string[] | null | undefined>([], (reasons) => sql`r.reason = any (${[...reasons]})`),
    ),
    partner: custom<readonly number[] | null | undefined>(
      ['partner_key'],
      (partners) => sql`r.partner_key = any (${[...partners]}::int[])`,
    ),
    campaign: unindexed(
      'A lead is found by its key: the index of times meets the newest returns, and each looks up its lead.',
      custom<readonly number[] | null | undefined>(
        [],
        (
          campaigns,
        ) => sql`exists (select from lead l where l.owner_key = r.owner_key and l.captured_date = r.captured_date
          and l.lead_key = r.lead_key and l.campaign_key = any (${[...campaigns]}::int[]))`,
      ),
    ),
    leadId: (_, { scope }) =>
      custom<string | null | undefined>(
        ['lead_key'],
        (leadId) =>
          sql`r.lead_key = any (array(select lead_key from lead where owner_key = any (${[...scope.ownerKeys]}::int[]) and public_id = ${leadId.toUpperCase()}))`,
      ),
    leadCaptureKeys: custom<readonly number[] | null | undefined>(
      ['lead_key'],
      (leads) => sql`r.lead_key = any (${[...leads]}::bigint[])`,
    ),
  },
  select: {
    returnKey: sql`r.return_key::int`,
    ownerKey: 'r.owner_key',
    leadCaptureKey: sql`r.lead_key::int`,
    capturedDate: 'r.captured_date',
    requested: 'r.requested_at',
    state: STATE,
    reason: 'r.reason',
    note: 'r.comment',
    attempts: 'r.attempts',
    month: sql`date_trunc('month', r.captured_date)::date::text`,
    partnerKey: 'r.partner_key',
    decided: 'r.decided_at',
    decisionNote: 'r.decision_note',
    requesterKey: 'r.requested_by',
    deciderKey: 'r.decided_by',
  },
  isExact: () => true,
  complete: async (tx, rows, _context, { scope, now }) => {
    const isPartner = scope.partnerKey !== null;
    const parts = await listParts(tx, rows);
    const whole = rows.map((row, index) => ({ ...row, ...parts[index]! }));
    const counts = await countReturns(tx, isPartner ? [] : whole);
    const isClosed = await listClosed(tx, isPartner ? [] : rows, now);
    const commentsOf = scope.group === 'cl' ? () => [] : await listComments(tx, rows, isPartner);
    return whole.map((row) => {
      const { requested, decided, timeZone, state } = row;
      const through = commentsThrough(dayIn(requested, timeZone));
      return {
        ...row,
        requestedAt: requested.toISOString(),
        decidedAt: decided?.toISOString() ?? null,
        limit: limitOf(returnCriteriaSchema.parse(row.criteria ?? {}), counts(row)),
        isMonthClosed: isClosed(row),
        mayWithdraw: state === 'OPEN' && groupOfUserType(row.requesterType ?? '') === scope.group,
        comments: commentsOf(row),
        commentsThrough: through,
        mayComment: state === 'OPEN' && (!isPartner || dayIn(now, timeZone) <= through),
      };
    });
  },
});
