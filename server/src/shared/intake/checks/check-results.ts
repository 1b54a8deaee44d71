import { type CheckResult, type Counter, type Reason } from '../check.ts';

export const PASSED: CheckResult = { outcome: 'passed' };
export const OFF: CheckResult = { outcome: 'off' };

type Failing = Extract<CheckResult, { outcome: 'failed' }>;

export const failed = (status: Failing['status'], ...reasons: Reason[]): CheckResult => ({
  outcome: 'failed',
  status,
  reasons,
});

/** What becomes of a lead that a rule does not like, as its client says. */
export const byPolicy = (policy: 'REJECT' | 'FLAG', reason: Reason): CheckResult =>
  policy === 'REJECT' ? failed('SCR', reason) : { outcome: 'flagged', flags: [reason] };

/** "consent given, text names …" as a sentence of its own. */
export const begun = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Making one takes a millisecond; there are as many as zones. */
const writers = new Map<string, Intl.DateTimeFormat>();
const writerOf = (zone: string): Intl.DateTimeFormat => {
  const writer = writers.get(zone);
  if (writer !== undefined) return writer;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  writers.set(zone, formatter);
  return formatter;
};

/** Nov 16, 12:00 AM EST. */
export const momentWords = (at: Date, zone: string): string => writerOf(zone).format(at).replaceAll('\u202f', ' ');

/** ", opens Nov 16, 12:00 AM EST", or nothing where the clock alone opens nothing. */
export const opensWords = (at: Date | null, zone: string): string =>
  at === null ? '' : `, opens ${momentWords(at, zone)}`;

const COUNT = new Intl.NumberFormat('en-US');
const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** "25 of 25": dollars where the cap is one of dollars. */
export const counterWords = ({ used, cap, reason }: Counter): string => {
  const writer = reason === 'CAP_GOAL_DOLLAR' ? DOLLARS : COUNT;
  return `${writer.format(used)} of ${writer.format(cap)}`;
};

/** Anything written alike is the same: case, spaces and punctuation tell nothing apart. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
