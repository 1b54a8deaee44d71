import {
  DELIVERY_SCHEDULE,
  type DeliveryHealthRow,
  type DeliverySystem,
  ENDPOINT_STATE_WORDS,
  pauseText,
} from '@paceline/contract';
import { formatCount, formatInstant } from '../../lib/text/format.ts';
import type { StatusTone } from '../../ui/marks/status-mark.tsx';
import { ageText, leadsText, reasonText } from './prepare-stuck.ts';

const MINUTE_MS = 60_000;
const minutesBetween = (from: string, to: string): number =>
  Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / MINUTE_MS));

/** just now, 3 min ago, 5 h ago. */
export const agoText = (at: string | null, asOf: string): string => {
  if (at === null) return 'never';
  const minutes = minutesBetween(at, asOf);
  return minutes < 1 ? 'just now' : `${ageText(minutes)} ago`;
};

interface StateWords {
  tone: StatusTone;
  label: string;
  /** The reason, and what resolves it. */
  note: string;
}

type Stateful = Pick<DeliveryHealthRow, 'state' | 'openUntil' | 'failuresInRow' | 'lastReason'>;

export const stateOf = (row: Stateful, asOf: string, timeZone: string): StateWords => {
  const { state, openUntil, failuresInRow, lastReason } = row;
  const why = lastReason === null ? '' : ` ${reasonText(lastReason)}.`;
  const label = ENDPOINT_STATE_WORDS[state];
  if (state !== 'SENDING') {
    const failures = Math.max(failuresInRow, DELIVERY_SCHEDULE.breakerFailures);
    const write = (instant: string) => formatInstant(instant, timeZone);
    const note = pauseText({ state, openUntil, failures }, { now: asOf, write });
    return state === 'PAUSED'
      ? { tone: 'off', label, note }
      : {
          tone: 'bad',
          label,
          note: lastReason === null ? note : `${note} Last failure: ${reasonText(lastReason).toLowerCase()}.`,
        };
  }
  if (failuresInRow > 0)
    return {
      tone: 'warn',
      label: 'Failing',
      note: `${failuresInRow === 1 ? '1 failure' : `${formatCount(failuresInRow)} failures`} in a row.${why} It pauses at ${DELIVERY_SCHEDULE.breakerFailures}.`,
    };
  return { tone: 'good', label, note: '' };
};

const RANKS = { bad: 0, warn: 1, off: 2, good: 3 } as const;

/** Endpoints that need attention first, then by number of waiting leads. */
export const sortHealth = (rows: readonly DeliveryHealthRow[], asOf: string): DeliveryHealthRow[] => {
  const rank = (row: DeliveryHealthRow): number => RANKS[stateOf(row, asOf, 'UTC').tone];
  return rows.toSorted((a, b) => rank(a) - rank(b) || b.waiting - a.waiting);
};

export const healthSummary = (rows: readonly DeliveryHealthRow[], asOf: string): string => {
  const count = (tone: StatusTone): number => rows.filter((row) => stateOf(row, asOf, 'UTC').tone === tone).length;
  const waiting = rows.reduce((sum, row) => sum + row.waiting, 0);
  const parts = [
    [count('bad') + count('off'), 'paused'],
    [count('warn'), 'failing'],
  ] as const;
  const said = parts.flatMap(([n, word]) => (n === 0 ? [] : [`${formatCount(n)} ${word}`]));
  const total = rows.length === 1 ? '1 endpoint' : `${formatCount(rows.length)} endpoints`;
  return `${total}: ${said.length === 0 ? 'all sending' : said.join(', ')}. ${leadsText(waiting)} waiting.`;
};

/** A client's status line: its one system or all of them together, naming those that accept nothing. */
export const systemLine = (systems: readonly DeliverySystem[], asOf: string, timeZone: string): StateWords | null => {
  if (systems.length === 0) return null;
  const last = systems.reduce<string | null>(
    (newest, { lastAcceptedAt: at }) => (at !== null && (newest === null || at > newest) ? at : newest),
    null,
  );
  const waiting = systems.reduce((sum, system) => sum + system.waiting, 0);
  const paused = systems.filter(({ state }) => state !== 'SENDING');
  const oldest = systems.flatMap(({ oldestWaitingAt: at }) => (at === null ? [] : [at])).toSorted()[0];
  const note = [
    last === null ? 'no lead accepted yet' : `last accepted lead ${agoText(last, asOf)}`,
    `${formatCount(waiting)} waiting${oldest === undefined ? '' : `, the oldest since ${formatInstant(oldest, timeZone)}`}`,
  ].join(', ');
  const trouble = paused.map(({ name }) => `${name}: paused.`);
  return {
    tone: paused.length > 0 ? 'bad' : waiting > 0 ? 'warn' : 'good',
    label: systems.length === 1 ? 'Your system' : `Your ${formatCount(systems.length)} systems`,
    note: `${note}.${trouble.length === 0 ? '' : ` ${trouble.join(' ')}`}`,
  };
};
