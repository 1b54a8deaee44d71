import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { instant } from '../core/calls/schema.ts';

/** How long a bulk action can be undone. */
export const BULK_UNDO_HOURS = 24;

const BULK_ACTION_KINDS = ['campaignStatus', 'allocations'] as const;
export type BulkActionKind = (typeof BULK_ACTION_KINDS)[number];

/** The right that the action itself needs, and so its undo too. */
export const BULK_ACTION_RIGHTS = {
  campaignStatus: 'campaigns:Status',
  allocations: 'allocations:Update',
} as const satisfies Record<BulkActionKind, string>;

/** Holders undo what others did; everybody undoes their own. */
export const UNDO_FOR_OTHERS = 'allocations:Approve';

const bulkActionSchema = z.object({
  /** The id of the request that changed the rows. */
  actionId: z.string(),
  kind: z.enum(BULK_ACTION_KINDS),
  /** What was done, such as "Paused". */
  what: z.string(),
  campaigns: z.int(),
  /** The first few of them. */
  names: z.array(z.string()),
  at: instant,
  by: z.string(),
  undoUntil: instant,
  /** Why the viewer cannot undo it; null if they can. Whether rows were changed since is checked when it is undone. */
  whyNot: z.string().nullable(),
  undone: z.object({ at: instant, by: z.string() }).nullable(),
});
export type BulkAction = z.infer<typeof bulkActionSchema>;

const ofOwner = {
  owner: 'path',
  groups: ['ag'],
  permission: ['campaigns:Status', 'allocations:Update'],
} as const;

export const bulkActionList = defineCall({
  ...ofOwner,
  id: 'bulkActionList',
  summary: 'What was done to several campaigns at once within the last day, latest first, and whether it can be undone',
  route: 'GET /{p}/{owner}/action/bulk/list',
  response: z.array(bulkActionSchema),
});

export const bulkActionUndo = defineCall({
  ...ofOwner,
  id: 'bulkActionUndo',
  summary: 'Undoes a bulk action of the last day, if none of its campaigns was changed since',
  route: 'POST /{p}/{owner}/action/bulk/{actionId}/undo',
  params: { actionId: z.string().min(1).max(100) },
  response: z.object({ actionId: z.string(), campaigns: z.int() }),
});
