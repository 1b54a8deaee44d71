import type { ContactRow, PartnerMailing } from '@paceline/contract';
import { formatCount } from '../../../lib/text/format.ts';

/** The contacts that can be written to now. */
export const writableKeys = (rows: readonly ContactRow[]): number[] =>
  rows.flatMap(({ contacts }) =>
    contacts.filter(({ againFrom }) => againFrom === null).map((contact) => contact.emailNotificationKey),
  );

const partners = (count: number): string => `${formatCount(count)} ${count === 1 ? 'partner' : 'partners'}`;

/** “3 partners match, 5 contacts; 1 was written to a moment ago.” */
export const foundText = (rows: readonly ContactRow[]): string => {
  const all = rows.reduce((sum, { contacts }) => sum + contacts.length, 0);
  const late = all - writableKeys(rows).length;
  const contacts = `${formatCount(all)} ${all === 1 ? 'contact' : 'contacts'}`;
  const match = rows.length === 1 ? 'matches' : 'match';
  const moment = late === 0 ? '' : `; ${formatCount(late)} written to a moment ago`;
  return `${partners(rows.length)} ${match}, ${contacts}${moment}.`;
};

interface Progress {
  /** Number of emails that are finished. */
  done: number;
  all: number;
  text: string;
}

export const progressOf = ({ counts, isOver }: Pick<PartnerMailing, 'counts' | 'isOver'>): Progress => {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.SKIPPED;
  const done = all - counts.QUEUED - counts.SENDING;
  const parts = [
    counts.KEPT > 0 ? `${formatCount(counts.KEPT)} kept here` : null,
    counts.FAILED > 0 ? `${formatCount(counts.FAILED)} failed` : null,
    counts.UNSURE > 0 ? `${formatCount(counts.UNSURE)} may have arrived` : null,
    counts.SKIPPED > 0 ? `${formatCount(counts.SKIPPED)} left out` : null,
  ].filter((part) => part !== null);
  const sent = `${formatCount(counts.SENT)} of ${formatCount(all)} sent`;
  return { done, all, text: [isOver ? sent : `Sending: ${sent}`, ...parts].join(', ') };
};
