import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { instant, key } from '../core/calls/schema.ts';
import { dashboardCardSchema, MAX_CARDS } from './dashboard-card.ts';
import { BUILT_AND_SAVED } from './shared-calls.ts';
import { VIEW_SHARING_NAMES, viewNameSchema } from './view.ts';

const said = {
  name: viewNameSchema,
  description: z.string().trim().max(300),
  sharing: z.enum(VIEW_SHARING_NAMES),
  /** In display order. A view may occur twice, as a chart and as a table. */
  cards: z
    .array(dashboardCardSchema)
    .max(MAX_CARDS)
    .refine((cards) => new Set(cards.map(({ id }) => id)).size === cards.length, 'Each card needs an id of its own.'),
};

const savedDashboardFormSchema = z.strictObject({
  /** Null for a new one. */
  dashboardKey: key.nullable(),
  /** The version that was read; if there is a newer one, the answer is 409 with its content. */
  rowVersion: z.int().nullable(),
  ...said,
});
export type SavedDashboardForm = z.infer<typeof savedDashboardFormSchema>;

/** A user's dashboard of saved views. Its numbers are the viewer's own: each card runs its view's query. */
const savedDashboardSchema = z.object({
  dashboardKey: key,
  rowVersion: z.int(),
  ...said,
  by: z.string(),
  isMine: z.boolean(),
  /** The creator, and for a shared one administrators of the creator's company. */
  mayChange: z.boolean(),
  updatedAt: instant,
});
export type SavedDashboard = z.infer<typeof savedDashboardSchema>;

export const savedDashboardList = defineCall({
  ...BUILT_AND_SAVED,
  id: 'savedDashboardList',
  summary: 'The dashboards of an owner that people put together from saved views, as far as the caller may open them',
  route: 'GET /{p}/{owner}/saveddashboard/list',
  response: z.array(savedDashboardSchema),
});

export const savedDashboardSave = defineCall({
  ...BUILT_AND_SAVED,
  id: 'savedDashboardSave',
  summary: 'Saves a dashboard: its name, who sees it, and its cards in their order',
  route: 'POST /{p}/{owner}/saveddashboard/save',
  body: savedDashboardFormSchema,
  response: savedDashboardSchema,
});

export const savedDashboardRemove = defineCall({
  ...BUILT_AND_SAVED,
  id: 'savedDashboardRemove',
  summary: 'Removes a dashboard, or restores it',
  route: 'POST /{p}/{owner}/saveddashboard/remove',
  body: z.strictObject({ dashboardKey: key, isRemoved: z.boolean() }),
  response: savedDashboardSchema,
});
