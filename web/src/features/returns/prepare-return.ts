import type { ReturnRow } from '@paceline/contract';
import { monthText } from '../../shared/returns/prepare-returns.ts';

type Sides =
  | 'partnerName'
  | 'clientPrice'
  | 'mediaPrice'
  | 'limit'
  | 'isMonthClosed'
  | 'mayWithdraw'
  | 'comments'
  | 'commentsThrough'
  | 'mayComment'
  | 'requestedBy'
  | 'decidedBy';
/** For all groups: fields a group may not see are absent. */
export type ShownReturn = Omit<ReturnRow, Sides> & Partial<Pick<ReturnRow, Sides>> & { ownerName?: string };

/** The effect of accepting on the bills, future or past. */
export const whatAcceptingDoes = ({ state, month, isMonthClosed, creditedOn }: ShownReturn): string | null => {
  const name = monthText(month);
  if (state === 'DECLINED' || state === 'WITHDRAWN') return null;
  if (creditedOn !== null)
    return `${name} was closed, so its bill does not change. The lead is credited in ${monthText(`${creditedOn.slice(0, 7)}-01`)}.`;
  if (state === 'ACCEPTED') return `The lead is not billed: the bill for ${name} is lower.`;
  if (isMonthClosed === undefined) return null;
  return isMonthClosed
    ? `${name} is closed, so its bill does not change. Accepting credits the lead in the month of the decision.`
    : `${name} is open: accepting reduces its bill.`;
};

/** The latest comment. */
export const lastComment = ({ comments = [] }: Pick<ShownReturn, 'comments'>): string | null => {
  const last = comments.at(-1);
  return last === undefined ? null : `${last.isPartner ? 'Media partner' : 'Agency'}: ${last.comment}`;
};
