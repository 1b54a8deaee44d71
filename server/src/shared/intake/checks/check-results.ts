import { type CheckResult, type Counter, type Reason } from '../check.ts';

export const PASSED: CheckResult = { outcome: 'passed' };
export const OFF: CheckResult = { outcome: 'off' };

type Failing = Extract<CheckResult, { outcome: 'failed' }>;

export const failed = (status: Failing['status'], ...reasons: Reason[]): CheckResult => ({
  outcome: 'failed',
  status,
  reasons,
});

/** Rejects or flags a lead, by the client's policy. */
export const byPolicy = (policy: 'REJECT' | 'FLAG', reason: Reason): CheckResult =>
  policy === 'REJECT' ? failed('SCR', reason) : { outcome: 'flagged', flags: [reason] };

/** Capitalises the first letter. */
export const begun = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Cached per time zone, as creating one takes a millisecond. */
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

/** Formats a moment as "Nov 16, 12:00 AM EST". */
export const momentWords = (at: Date, zone: string): string => writerOf(zone).format(at).replaceAll('\u202f', ' ');

/** ", opens Nov 16, 12:00 AM EST", or empty where the clock alone never opens it. */
export const opensWords = (at: Date | null, zone: string): string =>
  at === null ? '' : `, opens ${momentWords(at, zone)}`;

const COUNT = new Intl.NumberFormat('en-US');
const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats usage as "25 of 25": in dollars where the cap is in dollars. */
export const counterWords = ({ used, cap, reason }: Counter): string => {
  const writer = reason === 'CAP_GOAL_DOLLAR' ? DOLLARS : COUNT;
  return `${writer.format(used)} of ${writer.format(cap)}`;
};

/** Normalises text for comparison: ignores case, spaces and punctuation. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
