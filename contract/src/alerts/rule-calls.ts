import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { key } from '../core/calls/schema.ts';
import { alertConditionSchema, alertRuleFormSchema, alertRuleSchema, rulePreviewSchema } from './rules.ts';

const shared = {
  owner: 'path',
  groups: ['ag', 'cl'],
  permission: 'reports:Build',
  apiKey: false,
} as const;

export const alertRuleList = defineCall({
  ...shared,
  id: 'alertRuleList',
  summary: 'The alert rules that the caller made or hears of; administrators see those of their company',
  route: 'GET /{p}/{owner}/alertrule/list',
  response: z.array(alertRuleSchema),
});

export const alertRuleSave = defineCall({
  ...shared,
  id: 'alertRuleSave',
  summary: 'Says on which condition of a measure who hears of it, and how often at most',
  route: 'POST /{p}/{owner}/alertrule/save',
  body: alertRuleFormSchema,
  response: alertRuleSchema,
});

export const alertRulePause = defineCall({
  ...shared,
  id: 'alertRulePause',
  summary: 'Pauses an alert rule, or resumes it',
  route: 'POST /{p}/{owner}/alertrule/pause',
  body: z.strictObject({ ruleKey: key, isPaused: z.boolean() }),
  response: alertRuleSchema,
});

export const alertRuleRemove = defineCall({
  ...shared,
  id: 'alertRuleRemove',
  summary: 'Removes an alert rule, or restores it',
  route: 'POST /{p}/{owner}/alertrule/remove',
  body: z.strictObject({ ruleKey: key, isRemoved: z.boolean() }),
  response: z.null(),
});

export const alertRulePreview = defineCall({
  ...shared,
  id: 'alertRulePreview',
  summary: 'On which of the last 90 days a condition would have been met',
  route: 'POST /{p}/{owner}/alertrule/preview',
  rateLimit: 'report',
  body: z.strictObject({ condition: alertConditionSchema, hours: alertRuleFormSchema.shape.hours }),
  response: rulePreviewSchema,
});
