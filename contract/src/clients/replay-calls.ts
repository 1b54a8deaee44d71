import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { LEAD_STATUS_CODES } from '../core/leads/lead-status.ts';
import { instant, key } from '../core/calls/schema.ts';
import { clientCriteriaSchema } from './criteria.ts';

/** Periods, in past days, over which new criteria can be tested. */
export const REPLAY_DAYS = [30, 60, 90] as const;

const lost = z.object({ leads: z.int(), spend: z.number(), enrollments: z.int() });
/** No count of enrollments: the outcome of refused leads is unknown. */
const gained = z.object({ leads: z.int(), spend: z.number() });
const bothWays = { lost, gained };
const replayGroupSchema = z.object({ key, name: z.string(), ...bothWays });
export type ReplayGroup = z.infer<typeof replayGroupSchema>;

const replaySampleSchema = z.object({
  leadId: z.string(),
  receivedAt: instant,
  partnerName: z.string(),
  campaignName: z.string(),
  status: z.enum(LEAD_STATUS_CODES),
  clientPrice: z.number(),
  /** Null if unknown because the lead was refused. */
  enrolled: z.boolean().nullable(),
  /** The deciding rule: the new one that refuses the lead, or the old one that did. */
  rule: z.string(),
});
export type ReplaySample = z.infer<typeof replaySampleSchema>;

const replayResultSchema = z.object({
  from: instant,
  to: instant,
  /** All leads posted for the client in these days, and how many were good. */
  leads: z.int(),
  goodLeads: z.int(),
  ...bothWays,
  /** Percent of the lost leads' expected enrollments already in; null if no lead is lost. */
  percentMatured: z.number().nullable(),
  byPartner: z.array(replayGroupSchema),
  byCampaign: z.array(replayGroupSchema),
  byRule: z.array(z.object({ rule: z.string(), lost: z.int(), gained: z.int() })),
  lostSamples: z.array(replaySampleSchema),
  gainedSamples: z.array(replaySampleSchema),
  /** Changed criteria that cannot be tested on stored leads, with the reason. */
  notTested: z.array(z.string()),
});
export type ReplayResult = z.infer<typeof replayResultSchema>;

const REPLAY_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

const head = {
  replayKey: key,
  /** Version the new criteria are compared with. */
  baseVersion: z.int(),
  days: z.int(),
  state: z.enum(REPLAY_STATES),
  leadsDone: z.int(),
  leadsTotal: z.int().nullable(),
  startedBy: z.string(),
  startedAt: instant,
  finishedAt: instant.nullable(),
};
const replayHeadSchema = z.object({
  ...head,
  lost: lost.nullable(),
  gained: gained.nullable(),
});
export type ReplayHead = z.infer<typeof replayHeadSchema>;

const replaySchema = z.object({
  ...head,
  criteria: clientCriteriaSchema,
  result: replayResultSchema.nullable(),
});
export type Replay = z.infer<typeof replaySchema>;

const ofClient = { owner: { byKey: 'client', param: 'key' }, groups: ['ag'] } as const;

export const criteriaReplayStart = defineCall({
  id: 'criteriaReplayStart',
  summary: 'Tests criteria that are not saved yet on the past leads of a client, in the background; no lead is changed',
  route: 'POST /ag/client/{key}/criteria/replay/start',
  ...ofClient,
  permission: 'clients:Criteria',
  body: z.strictObject({
    days: z.union([z.literal(30), z.literal(60), z.literal(90)]),
    criteria: clientCriteriaSchema,
  }),
  bodyBytes: 512 * 1024,
  response: replaySchema,
});

export const criteriaReplayCancel = defineCall({
  id: 'criteriaReplayCancel',
  summary: 'Ends a test of criteria that is waiting or running; one that is done stays as it is',
  route: 'POST /ag/client/{key}/criteria/replay/{replay}/cancel',
  ...ofClient,
  permission: 'clients:Criteria',
  response: replaySchema,
});

export const criteriaReplayList = defineCall({
  id: 'criteriaReplayList',
  summary: 'The latest tests of criteria on the past leads of a client, with who started them and what they came to',
  route: 'GET /ag/client/{key}/criteria/replay/list',
  ...ofClient,
  permission: 'clients:View',
  response: z.array(replayHeadSchema),
});

export const criteriaReplayGet = defineCall({
  id: 'criteriaReplayGet',
  summary: 'One test of criteria: how far it is, and then what it found',
  route: 'GET /ag/client/{key}/criteria/replay/{replay}/get',
  ...ofClient,
  permission: 'clients:View',
  response: replaySchema,
});
