import {
  type Webhook,
  WEBHOOK_EVENTS,
  WEBHOOK_TEST_EVENT,
  type WebhookEvent,
  type WebhookMessage,
  type WebhookState,
} from '@paceline/contract';
import { formatCount, formatInstant } from '../../lib/text/format.ts';
import type { StatusTone } from '../../ui/marks/status-mark.tsx';

type Mark = { tone: StatusTone; label: string };

export const WEBHOOK_MARKS: Readonly<Record<WebhookState, Mark>> = {
  active: { tone: 'good', label: 'Active' },
  waiting: { tone: 'bad', label: 'Not answering' },
  paused: { tone: 'off', label: 'Paused' },
  suspended: { tone: 'bad', label: 'Suspended' },
};

export const MESSAGE_MARKS: Readonly<Record<WebhookMessage['state'], Mark>> = {
  delivered: { tone: 'good', label: 'Delivered' },
  waiting: { tone: 'warn', label: 'Waiting' },
  failed: { tone: 'bad', label: 'Failed' },
};

export const eventText = (event: string): string =>
  event === WEBHOOK_TEST_EVENT ? 'Test event' : (WEBHOOK_EVENTS[event as WebhookEvent] ?? event);

/** A webhook's health: the problem and next step, or the last success. */
export const healthText = (hook: Webhook, timeZone: string): string => {
  if (hook.state === 'suspended') return `${hook.createdBy}’s account is deactivated; nothing is sent`;
  if (hook.state === 'paused') return 'Events wait until you resume it';
  if (hook.openUntil !== null)
    return `Paused after ${formatCount(hook.failuresInRow)} failures in a row. Next attempt ${formatInstant(hook.openUntil, timeZone)}`;
  if (hook.failuresInRow > 0)
    return `${formatCount(hook.failuresInRow)} failures in a row, last: ${hook.lastReason ?? ''}`;
  return hook.lastSuccessAt === null
    ? 'Nothing sent yet'
    : `Last delivered ${formatInstant(hook.lastSuccessAt, timeZone)}`;
};

export const countsText = ({ waiting, failed }: Webhook): string =>
  [waiting > 0 ? `${formatCount(waiting)} waiting` : '', failed > 0 ? `${formatCount(failed)} failed` : '']
    .filter(Boolean)
    .join(', ');

/** The instant of a date-and-time input; null if empty. */
export const instantOf = (local: string): string | null => {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
};

/** Midnight some days ago, in the format of a date-and-time input. */
export const daysAgo = (days: number, now: Date): string => {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T00:00`;
};
