/** Why a line adjusts a month that is closed, as people read it. */
export const ADJUSTMENT_CAUSES = {
  RETURN: 'Returned',
  REINSTATED: 'Reinstated',
  STATUS: 'Status changed',
  PRICE: 'Price corrected',
  RECONCILIATION: 'Difference accepted in reconciliation',
  PLATFORM: 'Platform cost corrected',
} as const;
export type AdjustmentCause = keyof typeof ADJUSTMENT_CAUSES;

/** Whose money: what the client pays the agency, or what the agency pays its media partner. */
export const BILLING_SIDES = ['client', 'media'] as const;
export type BillingSide = (typeof BILLING_SIDES)[number];
