import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { SUB_STATUSES } from '../core/campaign-status.ts';
import { instant, key } from '../core/calls/schema.ts';
import { campaignPauseSchema, campaignStatusFields } from './schema.ts';

const agency = ['ag'] as const;
const AGENCY_STATUS = 'Only agency users can change campaign status.';
const day = z.iso.date();

const window = {
  /** First day of a pause, today if omitted; with `isPaused: false` the day it resumes. */
  startDate: day.nullish(),
  /** Last day of a pause, open-ended if omitted; with END and REOPEN the last day of the campaign. */
  endDate: day.nullish(),
  reason: z.string().trim().max(500).default(''),
};

export const campaignStatusFormSchema = z
  .strictObject({
    campaignKey: key.optional(),
    isPaused: z.boolean().optional(),
    /** Actions that `isPaused` cannot express. */
    action: z.enum(['ACTIVATE', 'END', 'REOPEN']).optional(),
    ...window,
  })
  .refine(({ isPaused, action }) => (isPaused === undefined) !== (action === undefined), {
    path: ['isPaused'],
    message: 'is required',
  })
  .refine(({ action, endDate }) => action !== 'REOPEN' || endDate != null, {
    path: ['endDate'],
    message: 'Enter an end date.',
  });
export type CampaignStatusForm = z.output<typeof campaignStatusFormSchema>;

const movedSchema = z.object({
  campaignKey: key,
  ...campaignStatusFields,
  startDate: day,
  endDate: day.nullable(),
  pause: campaignPauseSchema.nullable(),
  rowVersion: z.int(),
});
export type MovedCampaign = z.infer<typeof movedSchema>;

export const campaignStatusSave = defineCall({
  id: 'campaignStatusSave',
  summary: 'Pauses, resumes, activates, ends or reopens a campaign, now or by dates',
  route: 'POST /{p}/campaign/{key}/status/save',
  owner: { byKey: 'campaign', param: 'key' },
  groups: agency,
  permission: 'campaigns:Status',
  apiKey: true,
  body: campaignStatusFormSchema,
  response: movedSchema,
  wrongGroupMessage: AGENCY_STATUS,
});

export const MAX_BULK_CAMPAIGNS = 5_000;

export const campaignStatusBulk = defineCall({
  id: 'campaignStatusBulk',
  summary:
    'Pauses, resumes or ends many campaigns, or says what that would do; each is told by itself what became of it',
  route: 'POST /{p}/{owner}/campaign/status/bulk',
  owner: 'path',
  groups: agency,
  permission: 'campaigns:Status',
  body: z.strictObject({
    campaignKeys: z.array(key).min(1).max(MAX_BULK_CAMPAIGNS),
    action: z.enum(['PAUSE', 'RESUME', 'END']),
    ...window,
    /** Reports the result for each campaign without changing anything. */
    preview: z.boolean().default(false),
  }),
  response: z.object({
    done: z.int(),
    failed: z.int(),
    /** Undoes it (`bulkActionUndo`); null if nothing was changed. */
    actionId: z.string().nullable(),
    results: z.array(
      z.object({
        campaignKey: key,
        name: z.string(),
        done: z.boolean(),
        message: z.string(),
        fromStatus: z.enum(SUB_STATUSES),
        subStatus: z.enum(SUB_STATUSES),
        /** The current or scheduled pause before the change. */
        pauseBefore: campaignPauseSchema.nullable(),
      }),
    ),
  }),
  wrongGroupMessage: AGENCY_STATUS,
  bodyBytes: 256 * 1024,
});

export const campaignStatusLog = defineCall({
  id: 'campaignStatusLog',
  summary: 'What a campaign’s status was, since when, and who or what changed it',
  route: 'GET /{p}/campaign/{key}/status/list',
  owner: { byKey: 'campaign', param: 'key' },
  groups: ['ag', 'mp', 'cl'],
  permission: 'campaigns:View',
  response: z.array(
    z.object({
      at: instant,
      fromStatus: z.enum(SUB_STATUSES),
      toStatus: z.enum(SUB_STATUSES),
      /** Null if caused by time or a counter. */
      action: z.string().nullable(),
      reason: z.string(),
      /** `system` if no user did it. */
      by: z.string(),
    }),
  ),
});
