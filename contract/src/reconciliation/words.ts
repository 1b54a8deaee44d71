import { type BillingSide } from '../core/billing-sides.ts';
import { dateLabel } from '../core/values/date-label.ts';
import { formatMetricValue } from '../core/values/formats.ts';
import { LEAD_STATUSES } from '../core/leads/lead-status.ts';
import {
  BILLED_STATUSES,
  isUnresolved,
  type ReconciliationDecision,
  type ReconciliationMatchWay,
  type ReconciliationRow,
} from './schema.ts';

type Told = Pick<
  ReconciliationRow,
  | 'reason'
  | 'ourStatus'
  | 'theirStatus'
  | 'ourAmount'
  | 'theirAmount'
  | 'capturedDate'
  | 'campaignCode'
  | 'clientName'
  | 'theirCampaign'
>;

const dollars = (amount: number): string => formatMetricValue({ kind: 'dollar' }, amount);
const monthOf = (day: string | null): string => (day === null ? '' : dateLabel(day, 'month', { withYear: true }));

/** Explanation of a row in one sentence, for both sides. */
export const reconciliationReasonText = (row: Told): string => {
  const ours = row.ourStatus === null ? '' : LEAD_STATUSES[row.ourStatus].label;
  switch (row.reason) {
    case 'SAME':
      return 'Both say the same.';
    case 'NOT_IN_FILE':
      return 'Billed by us and not in the file.';
    case 'UNKNOWN_ID':
      return 'No lead has this id.';
    case 'NAMED_TWICE':
      return 'The file has this lead more than once.';
    case 'OTHER_MONTH':
      return `The lead is of ${monthOf(row.capturedDate)}.`;
    case 'OTHER_CAMPAIGN':
      return `The lead is of campaign ${row.campaignCode}, the file says ${row.theirCampaign}.`;
    case 'OTHER_CLIENT':
      return `The lead is of ${row.clientName}.`;
    case 'REFUSED':
      return `Refused by us: ${ours}.`;
    case 'RETURNED':
      return 'Returned, and the return was approved.';
    case 'PENDING':
      return `Not decided by us yet: ${ours}.`;
    case 'UNPAID':
      return 'Accepted beyond the cap, unpaid.';
    case 'TEST':
      return 'A test lead.';
    case 'OTHER_PRICE':
      return `Ours is ${dollars(row.ourAmount)}, theirs ${dollars(row.theirAmount)}.`;
    case 'OTHER_STATUS':
      return `Ours is ${ours}, theirs ${row.theirStatus === null ? '' : BILLED_STATUSES[row.theirStatus]}.`;
  }
};

/** How two rows were matched, in words. */
export const matchWayText = (way: ReconciliationMatchWay, daysApart = 0): string => {
  if (way === 'SPELLING') return 'The same id, written otherwise.';
  if (daysApart === 0) return 'The same campaign, day and price.';
  return `The same campaign and price, ${daysApart === 1 ? 'one day' : `${daysApart} days`} apart.`;
};

const UNBOOKABLE: Partial<Record<ReconciliationRow['reason'], string>> = {
  UNKNOWN_ID: 'No lead has this id: there is no campaign to write a line for.',
  NAMED_TWICE: 'The lead is compared by another row of the file.',
  OTHER_MONTH: 'Reconcile it with the month that the lead is of.',
  OTHER_CAMPAIGN: 'The lead stays with its campaign.',
  OTHER_CLIENT: 'Reconcile it with the client that the lead is of.',
};

/** Why a difference cannot be accepted as an adjustment; null if it can. */
export const acceptRefusal = ({ reason }: Pick<ReconciliationRow, 'reason'>): string | null =>
  UNBOOKABLE[reason] ?? null;

/**
 * Suggested decision. The agency accepts what it can book and what is in its favour, and disputes the rest; the other side checks whether
 * it can agree.
 */
export const suggestedDecision = (
  row: Pick<ReconciliationRow, 'kind' | 'reason' | 'state' | 'difference'>,
  side: BillingSide,
  isAgency: boolean,
): ReconciliationDecision | null => {
  if (row.kind === 'MATCHED' || !isUnresolved(row.state)) return null;
  if (!isAgency) return 'AGREE';
  const isToOurGood = side === 'media' ? row.difference <= 0 : row.difference >= 0;
  return acceptRefusal(row) === null && isToOurGood ? 'ACCEPT' : 'DISPUTE';
};
