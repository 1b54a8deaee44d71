import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { COMPARISONS } from '../core/values/days.ts';
import { alertConditionSchema } from './rules.ts';
import { anyOf, keys, oneOf } from '../core/calls/list-filters.ts';
import { defineList } from '../core/calls/list.ts';
import { instant, key } from '../core/calls/schema.ts';
import { ownVariantSchema } from '../core/access/owner-variants.ts';
import { ALERT_END_NAMES, ALERT_KIND_NAMES, ALERT_SPANS, ALERT_TOPIC_NAMES } from './kinds.ts';

const shared = {
  owner: { session: 'Alerts of all owners that the caller works on; each says whose it is.' },
  groups: ['ag', 'mp', 'cl'],
  // The caller's group and rights decide which kinds are listed.
  permission: 'none',
} as const;

const alertSchema = z.object({
  alertKey: key,
  ownerKey: key,
  ownerName: z.string(),
  kind: z.enum(ALERT_KIND_NAMES),
  /** Counting period of a cap or target. */
  span: z.enum(ALERT_SPANS).nullable(),
  /** Percent of a cap; for stuck leads 1 is over an hour, 2 over a day. */
  level: z.int(),
  campaignKey: key.nullable(),
  campaignCode: z.string().nullable(),
  campaignName: z.string().nullable(),
  goalKey: key.nullable(),
  goalName: z.string().nullable(),
  endpointKey: key.nullable(),
  endpointName: z.string().nullable(),
  clientName: z.string().nullable(),
  /** Account with missing platform data; null for the website. */
  accountKey: key.nullable(),
  accountName: z.string().nullable(),
  /** Reason of stuck leads; for a rule the value of its dimension. */
  reason: z.string().nullable(),
  /** Name of the rule and the measure it watches. */
  ruleName: z.string().nullable(),
  measure: z.string().nullable(),
  dimension: z.string().nullable(),
  days: z.int().nullable(),
  compare: z.enum(COMPARISONS).nullable(),
  direction: z.enum(['above', 'below']).nullable(),
  channel: alertConditionSchema.shape.channel.nullable(),
  vertical: alertConditionSchema.shape.vertical.nullable(),
  filters: alertConditionSchema.shape.filters.unwrap().nullable(),
  /** The day of `since` in the owner's calendar: a rule watched the days before it. */
  day: z.iso.date(),
  /** The owner's preset and own words for its milestones, where the alert names a measure. */
  words: z.object({ variant: z.string().nullable(), settings: ownVariantSchema }).nullable(),
  /** Units, dollars, stuck leads, failures or days. */
  used: z.number(),
  limit: z.number().nullable(),
  since: instant,
  /** When a cap resets, or an endpoint is retried. */
  endsAt: instant.nullable(),
  /** How often the cause recurred in its period. */
  times: z.int(),
  resolvedAt: instant.nullable(),
  resolution: z.enum(ALERT_END_NAMES).nullable(),
});
export type Alert = z.infer<typeof alertSchema>;
const bellRowSchema = alertSchema.extend({
  isRead: z.boolean(),
  /** Line of the bell: the caps and targets of a campaign that came up on one day share one. */
  line: z.string(),
});
export type BellRow = z.infer<typeof bellRowSchema>;

export const alertUnread = defineCall({
  ...shared,
  id: 'alertUnread',
  summary:
    'How many lines the bell holds, and how many of them the caller has not read; the caps of a campaign and day are one line',
  route: 'GET /{p}/alert/unread',
  response: z.object({ total: z.int(), unread: z.int() }),
});

/** Maximum lines in the bell; the page lists the rest. */
export const BELL_ROWS = 60;

export const alertBell = defineCall({
  ...shared,
  id: 'alertBell',
  summary:
    'The open alerts that the caller chose to see in the app, the worst first, by line; total and unread count lines',
  route: 'GET /{p}/alert/bell',
  response: z.object({ total: z.int(), unread: z.int(), rows: z.array(bellRowSchema) }),
});

const ALERT_MARKS = ['read', 'unread', 'done', 'snooze'] as const;
export type AlertMark = (typeof ALERT_MARKS)[number];
export const SNOOZE_HOURS = 4;

export const alertMark = defineCall({
  ...shared,
  id: 'alertMark',
  summary: `Marks alerts for the caller alone: read, unread, done (gone until it gets worse) or snoozed for ${SNOOZE_HOURS} hours`,
  route: 'POST /{p}/alert/mark',
  body: z.strictObject({
    /** Null for all alerts shown in the bell. */
    alertKeys: z.array(key).min(1).max(500).nullable(),
    mark: z.enum(ALERT_MARKS),
  }),
  response: z.object({ marked: z.int(), unread: z.int() }),
});

const choice = z.object({ topic: z.enum(ALERT_TOPIC_NAMES), inApp: z.boolean(), byMail: z.boolean() });
const choices = z.object({ choices: z.array(choice), email: z.string() });

export const alertChoices = defineCall({
  ...shared,
  id: 'alertChoices',
  summary: 'How the caller hears of alerts: in the app, by mail, both or not at all',
  route: 'GET /{p}/alert/choices/get',
  response: choices,
});

export const alertChoicesSave = defineCall({
  ...shared,
  id: 'alertChoicesSave',
  summary: 'Stores how the caller hears of alerts',
  route: 'POST /{p}/alert/choices/save',
  body: z.strictObject({ choices: z.array(z.strictObject(choice.shape)).min(1).max(ALERT_TOPIC_NAMES.length) }),
  response: choices,
});

export const alertSearch = defineList({
  ...shared,
  id: 'alertSearch',
  summary: 'Alerts that are open or ended, by kind, owner and state',
  path: '/{p}/alert/search',
  filters: {
    state: oneOf(['open', 'ended']),
    kind: anyOf(ALERT_KIND_NAMES),
    owners: keys({ address: 'of' }),
  },
  columns: {
    title: { label: 'Alert', kind: 'text' },
    kind: { label: 'Kind', kind: 'text' },
    ownerName: { label: 'Owner', kind: 'text' },
    detail: { label: 'Detail', kind: 'text' },
    since: { label: 'Since', kind: 'instant' },
    resolvedAt: { label: 'Ended', kind: 'instant' },
    times: { label: 'Times', kind: 'count', note: 'How often it came back in its period.', hidden: true },
  },
  sort: { by: ['since', 'resolvedAt'], first: '-since' },
  key: 'alertKey',
  row: alertSchema,
  total: { upTo: 10_000 },
  pageRows: 50,
  export: { id: 'alertExport', path: '/{p}/alert/export' },
});
