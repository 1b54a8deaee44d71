import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { instant, key, keyParam } from '../core/calls/schema.ts';
import { webAddress } from '../core/values/web-address.ts';
import { INTEGRATION_GROUPS, INTEGRATION_RIGHTS, type IntegrationGroup } from './right.ts';

/** Events a webhook can subscribe to. */
export const WEBHOOK_EVENTS = {
  'lead.status': 'Lead status changed',
  'lead.milestone': 'Milestone recorded',
  'campaign.cap': 'Cap reached',
  'campaign.status': 'Campaign status changed',
  'order.status': 'Order sent, opened or answered',
  'return.status': 'Return requested or decided',
  'month.status': 'Month closed or reopened',
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
/** Events of the agency alone: orders are between it and its media partners. */
const AGENCY_EVENTS: ReadonlySet<WebhookEvent> = new Set(['order.status']);
export const isEventFor = (event: WebhookEvent, group: IntegrationGroup): boolean =>
  group === 'ag' || !AGENCY_EVENTS.has(event);
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]];
/** The event of "Send test event". */
export const WEBHOOK_TEST_EVENT = 'test';

/** Retry schedule of messages. */
export const WEBHOOK_SCHEDULE = {
  /** Minutes after the first attempt, which is immediate. After the last one the message has failed, until a user replays it. */
  ladderMinutes: [1, 5, 30, 120, 480, 1_440, 2_880, 4_320],
  timeLimitSeconds: 15,
  /** Maximum concurrent messages to one webhook. */
  atOnce: 4,
  /** Retention of the log in days. */
  logDays: 30,
  usualOverlapHours: 24,
} as const;

/** Time of the next attempt after a failure now; null if there is none. */
export const nextWebhookTry = (beganAt: Date, now: Date): Date | null => {
  const rung = WEBHOOK_SCHEDULE.ladderMinutes.find((minutes) => beganAt.getTime() + minutes * 60_000 > now.getTime());
  return rung === undefined ? null : new Date(beganAt.getTime() + rung * 60_000);
};

/** `waiting`: stopped after consecutive failures, until the next probe; `suspended`: its creator’s account is deactivated. */
const WEBHOOK_STATES = ['active', 'waiting', 'paused', 'suspended'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

const webhookSchema = z.object({
  webhookKey: key,
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  group: z.enum(INTEGRATION_GROUPS),
  state: z.enum(WEBHOOK_STATES),
  ownerKeys: z.array(key),
  owners: z.array(z.string()),
  /** Number of its owners that the viewer does not work on. */
  otherOwners: z.int(),
  createdBy: z.string(),
  rowVersion: z.int(),
  failuresInRow: z.int(),
  lastSuccessAt: instant.nullable(),
  lastFailureAt: instant.nullable(),
  lastReason: z.string().nullable(),
  /** Nothing is sent before this time. */
  openUntil: instant.nullable(),
  waiting: z.int(),
  failed: z.int(),
  secretSetAt: instant,
  /** Until when the old secret signs beside the new one. */
  oldSecretUntil: instant.nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;

export const webhookFormSchema = z.strictObject({
  webhookKey: key.nullable(),
  rowVersion: z.int().nullable(),
  name: z.string().trim().min(1, 'Give the webhook a name.').max(80),
  url: webAddress({ error: 'must be an address' }),
  events: z.array(z.enum(WEBHOOK_EVENT_NAMES)).min(1, 'Choose at least one event.'),
  ownerKeys: z.array(key).min(1, 'Choose at least one owner.').max(500),
});
export type WebhookForm = z.output<typeof webhookFormSchema>;

const webhookMessageSchema = z.object({
  messageKey: key,
  messageId: z.string(),
  event: z.string(),
  ownerName: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.int(),
  createdAt: instant,
  nextTryAt: instant.nullable(),
  lastStatus: z.int().nullable(),
  lastBecause: z.string().nullable(),
});
export type WebhookMessage = z.infer<typeof webhookMessageSchema>;

const webhookTrySchema = z.object({
  attempt: z.int(),
  at: instant,
  outcome: z.enum(['delivered', 'failed']),
  httpStatus: z.int().nullable(),
  durationMs: z.int(),
  because: z.string(),
  response: z.string(),
});
export type WebhookTry = z.infer<typeof webhookTrySchema>;

const COMMON = {
  owner: { session: 'A webhook may be for several owners; which of them the caller works on is checked for each.' },
  groups: INTEGRATION_GROUPS,
  permission: INTEGRATION_RIGHTS,
  apiKey: false,
} as const;
const one = z.strictObject({ webhookKey: key });
const path = '/{p}/integration/webhook';

export const webhookList = defineCall({
  ...COMMON,
  id: 'webhookList',
  summary: 'The webhooks of the caller’s owners with how they fare, without their secrets',
  route: `GET ${path}/list`,
  response: z.array(webhookSchema),
});

export const webhookSave = defineCall({
  ...COMMON,
  id: 'webhookSave',
  summary: 'Makes a webhook and shows its secret, once; or changes one, with the version that was read',
  route: `POST ${path}/save`,
  body: webhookFormSchema,
  response: z.object({ webhookKey: key, secret: z.string().nullable() }),
});

export const webhookRotate = defineCall({
  ...COMMON,
  id: 'webhookRotate',
  summary: 'A new secret, shown once; the old one signs beside it for a while',
  route: `POST ${path}/rotate`,
  body: one.extend({ overlapHours: z.int().min(0).max(720).default(WEBHOOK_SCHEDULE.usualOverlapHours) }),
  response: z.object({ secret: z.string() }),
});

export const webhookPause = defineCall({
  ...COMMON,
  id: 'webhookPause',
  summary: 'Stops sending to a webhook, or goes on with it; what happens meanwhile waits',
  route: `POST ${path}/pause`,
  body: one.extend({ isPaused: z.boolean() }),
  response: z.null(),
});

export const webhookRemove = defineCall({
  ...COMMON,
  id: 'webhookRemove',
  summary: 'Removes a webhook: nothing more is sent to it',
  route: `POST ${path}/remove`,
  body: one,
  response: z.null(),
});

export const webhookTest = defineCall({
  ...COMMON,
  id: 'webhookTest',
  summary: 'Sends a test event to a webhook, through the same queue as all others',
  route: `POST ${path}/test`,
  body: one,
  response: z.object({ messageKey: key }),
});

export const webhookReplay = defineCall({
  ...COMMON,
  id: 'webhookReplay',
  summary: 'Sends messages again with the same ids: some, or all that failed since a moment',
  route: `POST ${path}/replay`,
  body: z.union([one.extend({ messageKeys: z.array(key).min(1).max(1_000) }), one.extend({ failedSince: instant })]),
  response: z.object({ replayed: z.int() }),
});

/** Messages per answer. */
export const WEBHOOK_LOG_ROWS = 50;
export const webhookMessageList = defineCall({
  ...COMMON,
  id: 'webhookMessageList',
  summary: `Messages of a webhook, the newest ${WEBHOOK_LOG_ROWS} or those before one of them`,
  route: `GET ${path}/{webhookKey}/message/list`,
  query: z.strictObject({ before: keyParam.optional(), state: z.enum(['waiting', 'delivered', 'failed']).optional() }),
  response: z.object({ rows: z.array(webhookMessageSchema), hasMore: z.boolean() }),
});

export const webhookMessageGet = defineCall({
  ...COMMON,
  id: 'webhookMessageGet',
  summary: 'One message of a webhook: what is sent, and every try with what was answered',
  route: `GET ${path}/{webhookKey}/message/{messageKey}/get`,
  response: z.object({
    body: z.string(),
    /** The message as a shell command, without its signature. */
    command: z.string(),
    tries: z.array(webhookTrySchema),
  }),
});
