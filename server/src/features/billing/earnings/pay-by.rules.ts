import { plusDays } from '@paceline/contract';

const NET_DAYS = /\bnet[\s-]*(\d{1,3})\b/i;

/**
 * The day by which a month is to be paid: as many days after its closing as the terms say ("Net 30"). Null for an open month, and for terms
 * that name no number of days.
 */
export const payByOf = (closedOn: string | null, paymentTerms: string | null): string | null => {
  const days = NET_DAYS.exec(paymentTerms ?? '')?.[1];
  return closedOn === null || days === undefined ? null : plusDays(closedOn, Number(days));
};
