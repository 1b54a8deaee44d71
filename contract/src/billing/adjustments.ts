/** Why a line adjusts a month that is closed, as people read it. */
export const ADJUSTMENT_CAUSES = {
  RETURN: 'Returned',
  REINSTATED: 'Reinstated',
  STATUS: 'Status changed',
  UNDELIVERED: 'Not delivered when the month closed',
  PRICE: 'Price corrected',
  RECONCILIATION: 'Reconciliation',
  PLATFORM: 'Platform cost corrected',
} as const;
export type AdjustmentCause = keyof typeof ADJUSTMENT_CAUSES;

export { BILLING_SIDES, type BillingSide } from '../core/billing-sides.ts';
