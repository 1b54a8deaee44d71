import { DELIVERY_SCHEDULE, LEAD_REASONS, STUCK_REASONS, type StuckGroup, type StuckRetry } from '@paceline/contract';
import { formatCount, formatInstant } from '../../lib/text/format.ts';

export const reasonText = (reason: string): string =>
  STUCK_REASONS[reason as keyof typeof STUCK_REASONS] ?? (reason === '' ? 'Unknown' : reason);

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

/** A retry's progress: results, and what holds up the rest. */
export const retryProgress = (retry: StuckRetry, timeZone: string): string => {
  const { delivered, rejected, closed, failed, waiting, openUntil, isPaused } = retry;
  const parts = [
    `${formatCount(delivered)} delivered`,
    rejected > 0 ? `${formatCount(rejected)} refused by the client` : null,
    closed > 0 ? `${formatCount(closed)} closed otherwise` : null,
    failed > 0 ? `${formatCount(failed)} failed again` : null,
    `${formatCount(waiting)} waiting`,
  ].filter((part) => part !== null);
  const rest =
    waiting === 0
      ? ''
      : isPaused
        ? ' Sending is paused.'
        : openUntil === null
          ? ''
          : ` Sending stopped after ${DELIVERY_SCHEDULE.breakerFailures} failures in a row. Next probe ${formatInstant(openUntil, timeZone)}.`;
  return `${parts.join(', ')}.${rest}`;
};

/** When an endpoint's leads are sent next, and why not earlier. */
export const groupNext = (group: StuckGroup, timeZone: string): string => {
  const { endpointKey, isPaused, openUntil, retrying, nextTryAt } = group;
  if (endpointKey === null) return 'No delivery endpoint is set up for this client.';
  if (isPaused) return 'Sending is paused.';
  if (openUntil !== null)
    return `Sending stopped after ${DELIVERY_SCHEDULE.breakerFailures} failures in a row. Next probe ${formatInstant(openUntil, timeZone)}.`;
  if (retrying > 0) return `Sending: ${leadsText(retrying)} to go, ${DELIVERY_SCHEDULE.atOnce} at a time.`;
  return nextTryAt === null ? 'No try scheduled.' : `Next try ${formatInstant(nextTryAt, timeZone)}.`;
};

const WORDS: Readonly<Record<string, string>> = {
  DNC: 'Do not contact',
  GEO_NOT_ALLOWED: 'Location not allowed',
  EDU_LEVEL: 'Education level',
  IP_COUNTRY: 'IP country',
};
const wordsOf = (code: string): string =>
  WORDS[code] ?? code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');
export const SCRUB_REASONS = LEAD_REASONS.SCR.map((value) => ({ value, label: wordsOf(value) }));

/** Result of a bulk change: how many changed, and why the others did not. */
export const changedText = (
  { changed, refused }: { changed: number; refused: readonly { message: string }[] },
  done: string,
): string => {
  const [first] = refused;
  const rest = first === undefined ? '' : ` ${leadsText(refused.length)} refused: ${first.message}`;
  return `${leadsText(changed)} ${done}.${rest}`;
};

/** A stored attempt as a curl command; masked values have to be filled in. */
export const curlOf = (request: string): string => {
  const [head = '', body = ''] = request.split('\n\n');
  const [first = '', ...headers] = head.split('\n');
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return [
    `curl -X ${first.startsWith('PUT ') ? 'PUT' : 'POST'} ${quoted(first.replace(/^(?:POST|PUT) /, ''))}`,
    ...headers.map((header) => `-H ${quoted(header)}`),
    `--data ${quoted(body)}`,
  ].join(' \\\n  ');
};
