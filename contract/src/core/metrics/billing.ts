import { derived, period, unitCost } from './formula/define.ts';
import { minus, per, together } from './formula/formulas.ts';
import { type Metric } from './types.ts';

/** The agency's cost reveals its margin, so the right to see the margin is needed. */
const MARGIN = { groups: ['ag'], permission: 'reports:Margin' } as const;
const NOT_PARTNERS = { groups: ['ag', 'cl'] } as const;

/** Amounts and counts found only in bills. Each side reads its own under the same names. */
export const BILLING_METRICS = {
  rejected: period('Rejected', 'count', 'sum', { part: 'rejectedLeads' }),
  expectedLeads: period('Expected Leads', 'count', 'sum', { part: 'waitingLeads' }),
  overDeliveredUnpaid: period('Over-delivered Unpaid', 'count', 'sum', { part: 'unpaidLeads' }),
  unitPrice: unitCost('Unit Price', per('leadAmount', 'pricedLeads')),
  amount: period('Amount', 'dollar', 'sum', { part: 'leadAmount' }),
  expectedAmount: period('Expected Amount', 'dollar', 'sum', { part: 'waitingAmount' }),
  platformClientCost: period('Platform Client Cost', 'dollar', 'sum', {
    part: 'platformAmount',
    ...NOT_PARTNERS,
  }),
  priorMonthAdjustments: period('Prior-month Adjustments', 'dollar', 'sum', { part: 'priorAmount' }),
  totalDue: derived('Total Due', 'dollar', together('leadAmount', 'platformAmount', 'priorAmount')),
  mediaUnitPrice: unitCost('Media Unit Price', per('mediaLeadAmount', 'mediaPricedLeads'), MARGIN),
  mediaAmount: period('Media Amount', 'dollar', 'sum', { part: 'mediaLeadAmount', ...MARGIN }),
  mediaExpectedAmount: period('Media Expected Amount', 'dollar', 'sum', { part: 'mediaWaitingAmount', ...MARGIN }),
  platformCost: period('Platform Cost', 'dollar', 'sum', { part: 'platformCost', ...MARGIN }),
  platformFee: derived('Platform Fee', 'dollar', minus('platformAmount', 'platformCost'), MARGIN),
  mediaPriorMonthAdjustments: period('Media Prior-month Adjustments', 'dollar', 'sum', {
    part: 'mediaPriorAmount',
    ...MARGIN,
  }),
  mediaTotalDue: derived(
    'Media Total Due',
    'dollar',
    together('mediaLeadAmount', 'platformCost', 'mediaPriorAmount'),
    MARGIN,
  ),
} as const satisfies Record<string, Metric>;
