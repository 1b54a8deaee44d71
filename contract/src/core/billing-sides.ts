/** Side of a bill: the client pays the agency, or the agency pays its media partner. */
export const BILLING_SIDES = ['client', 'media'] as const;
export type BillingSide = (typeof BILLING_SIDES)[number];
