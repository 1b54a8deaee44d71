import {
  DELIVERY_SCHEDULE,
  LEAD_REASONS,
  leadReasonText,
  type NextTry,
  nextTryText,
  pauseText,
  type StuckGroup,
  type StuckRetry,
} from '@paceline/contract';
import { formatCount, formatInstant } from '../../lib/text/format.ts';

export const reasonText = (reason: string): string => (reason === '' ? 'Unknown' : leadReasonText(reason));

/** 45 min, 5 h, 3 days. */
export const ageText = (minutes: number): string => {
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / (24 * 60))} days`;
};

export const leadsText = (count: number): string => (count === 1 ? '1 lead' : `${formatCount(count)} leads`);

/** Which leads were sent again, by whom and when. */
export const retryTitle = ({ leads, endpointName, reason, askedAt, askedBy }: StuckRetry, timeZone: string): string => {
  const which = reason === null ? leadsText(leads) : `${leadsText(leads)} with “${reasonText(reason)}”`;
  const by = askedBy === null || askedBy === '' ? '' : ` by ${askedBy}`;
  return `${endpointName ?? 'Selected leads'}: retry of ${which}, started ${formatInstant(askedAt, timeZone)}${by}`;
};

/** The reader's zone, and the time to which times are compared. */
const readerOf = (timeZone: string, now: string) => ({
  now,
  write: (instant: string) => formatInstant(instant, timeZone),
});

const pauseOf = ({ state, openUntil, failuresInRow }: Pause, timeZone: string, now: string): string =>
  state === null ? '' : pauseText({ state, openUntil, failures: failuresInRow }, readerOf(timeZone, now));
type Pause = Pick<StuckGroup, 'state' | 'openUntil' | 'failuresInRow'>;

/** A retry's progress: results, and what holds up the rest. */
export const retryProgress = (retry: StuckRetry, timeZone: string, now: string): string => {
  const { delivered, rejected, closed, failed, waiting } = retry;
  const parts = [
    `${formatCount(delivered)} delivered`,
    rejected > 0 ? `${formatCount(rejected)} refused by the client` : null,
    closed > 0 ? `${formatCount(closed)} closed otherwise` : null,
    failed > 0 ? `${formatCount(failed)} failed again` : null,
    `${formatCount(waiting)} waiting`,
  ].filter((part) => part !== null);
  const rest = waiting === 0 ? '' : pauseOf(retry, timeZone, now);
  return `${parts.join(', ')}.${rest === '' ? '' : ` ${rest}`}`;
};

/** `Next try due now.` */
export const nextSentence = (next: NextTry, timeZone: string, now: string): string => {
  const text = nextTryText(next, readerOf(timeZone, now));
  const isTime = next.nextTryAt !== null && next.nextTryAt > now;
  return `Next try: ${isTime ? text : text.toLowerCase()}.`;
};

/** When an endpoint's leads are sent next, and why not earlier. */
export const groupNext = (group: StuckGroup, timeZone: string, now: string): string => {
  const { endpointKey, nextTry, retrying } = group;
  if (endpointKey === null) return 'No delivery endpoint is set up for this client.';
  if (nextTry === 'PAUSED') return pauseOf(group, timeZone, now);
  if (retrying > 0) return `Sending: ${leadsText(retrying)} to go, ${DELIVERY_SCHEDULE.atOnce} at a time.`;
  return nextSentence(group, timeZone, now);
};

export const SCRUB_REASONS = LEAD_REASONS.SCR.map((value) => ({ value, label: leadReasonText(value) }));

/** Result of a bulk change: how many changed, and why the others did not. */
export const changedText = (
  { changed, refused }: { changed: number; refused: readonly { message: string }[] },
  done: string,
): string => {
  const [first] = refused;
  const rest = first === undefined ? '' : ` ${leadsText(refused.length)} refused: ${first.message}`;
  return `${leadsText(changed)} ${done}.${rest}`;
};
