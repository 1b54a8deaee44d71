import { METRICS } from '../core/metrics/metrics.ts';
import { PLAN_FIELDS } from '../core/metrics/pacing/plan.ts';
import { wordsFrom } from './words.ts';

/** Labels of fields whose name is not readable. Fields of declared records use the label declared there. */
const FIELDS: Readonly<Record<string, string>> = {
  aggregatorBidPrice: 'Media price',
  aggregatorKey: 'Media partner',
  by: 'Answered by',
  campaignCode: 'Campaign code',
  clientBidPrice: 'Client price',
  clientStatus: 'Status',
  endsAt: 'Taken until',
  feeFrom: 'Fee counts from',
  feePercent: 'Fee',
  goalKey: 'Line item',
  hint: 'Ends in',
  ioSignoff: 'Order signed off',
  ownerKeys: 'Owners',
  partnerKey: 'Media partner',
  statusCode: 'Status',
  subStatus: 'Status',
  vendorKey: 'Media partner',
  // A campaign's month is called here as in the month's table.
  ...Object.fromEntries(PLAN_FIELDS.map((field) => [field, METRICS[field].label])),
};
export const auditFieldWords = wordsFrom(FIELDS);
