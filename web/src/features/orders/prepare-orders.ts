import {
  IO_STATES,
  type IoCard,
  ioCount,
  ioDollars,
  ioInquiries,
  type IoMail,
  type IoState,
  sumOf,
} from '@paceline/contract';
import type { StatusTone } from '../../ui/marks/status-mark.tsx';

/** In order of work: what needs action first, completed orders last. */
const COLUMN_ORDER: readonly IoState[] = ['DRAFT', 'CHANGE_REQUESTED', 'DECLINED', 'SENT', 'OPENED', 'ACCEPTED'];
export const STATE_TONES: Readonly<Record<IoState, StatusTone>> = {
  DRAFT: 'off',
  SENT: 'warn',
  OPENED: 'warn',
  ACCEPTED: 'good',
  CHANGE_REQUESTED: 'bad',
  DECLINED: 'bad',
};

interface BoardColumn {
  state: IoState;
  title: string;
  cards: IoCard[];
  amount: number;
}

/** One column per state; partners have no drafts. */
export const boardColumns = (orders: readonly IoCard[], isAgency: boolean): BoardColumn[] =>
  COLUMN_ORDER.filter((state) => isAgency || state !== 'DRAFT').map((state) => {
    const cards = orders.filter((order) => order.state === state);
    return { state, title: IO_STATES[state], cards, amount: sumOf(cards.map(({ amount }) => amount)) ?? 0 };
  });

/** Summary of the accepted orders. */
export const acceptedText = (orders: readonly IoCard[]): string => {
  const accepted = orders.filter(({ state }) => state === 'ACCEPTED');
  const sum = (cards: readonly IoCard[]): string => ioDollars(sumOf(cards.map(({ amount }) => amount)) ?? 0);
  return `${ioCount(accepted.length)} of ${ioCount(orders.length)} accepted, ${sum(accepted)} of ${sum(orders)}`;
};

/** An order that waits for its media partner's answer. */
export const canAccept = (order: IoCard): order is IoCard & { ioKey: number } =>
  order.ioKey !== null && (order.state === 'SENT' || order.state === 'OPENED');

/** What a media partner agrees to by accepting these orders, in one sentence. */
export const agreedText = (orders: readonly IoCard[]): string => {
  const units = ioInquiries(sumOf(orders.map((order) => order.units)) ?? 0);
  const amount = ioDollars(sumOf(orders.map((order) => order.amount)) ?? 0);
  const [whole, under] =
    orders.length === 1
      ? ['this insertion order', 'at its prices and under its terms']
      : [`these ${ioCount(orders.length)} insertion orders`, 'each at its prices and under its terms'];
  return `You agree to ${whole}: ${units}, ${amount} in total, ${under}.`;
};

/** Keys of a list: an order that is not made yet has none of its own. */
export const cardKey = ({ ioKey, ownerKey, partnerKey, clientKey }: IoCard): string =>
  ioKey === null ? `${ownerKey} ${partnerKey} ${clientKey}` : String(ioKey);

const DAY_MS = 86_400_000;
const daysAgo = (at: string, now: Date): string => {
  const days = Math.floor((now.getTime() - Date.parse(at)) / DAY_MS);
  return days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
};

/** How long an order has been in its state. */
export const ageText = ({ answeredAt, openedAt, sentAt, ioKey }: IoCard, now: Date): string => {
  if (answeredAt !== null) return `Answered ${daysAgo(answeredAt, now)}`;
  if (openedAt !== null) return `Opened ${daysAgo(openedAt, now)}`;
  if (sentAt !== null) return `Sent ${daysAgo(sentAt, now)}`;
  return ioKey === null ? 'Not created yet' : 'Not sent yet';
};

export const changesText = (changes: number): string => (changes === 1 ? '1 change' : `${ioCount(changes)} changes`);

/** State of a card's emails while some are unsent or failing; null otherwise. */
export const mailsText = ({ mails }: Pick<IoCard, 'mails'>): string | null => {
  if (mails === undefined || mails.asked === 0) return null;
  if (mails.failing > 0) return `${ioCount(mails.failing)} of ${ioCount(mails.asked)} mails failed so far`;
  return mails.sent < mails.asked ? `${ioCount(mails.sent)} of ${ioCount(mails.asked)} mails sent` : null;
};

export const MAIL_TONES: Readonly<Record<IoMail['state'], StatusTone>> = {
  waiting: 'off',
  queued: 'off',
  failing: 'bad',
  sent: 'good',
  kept: 'good',
};
