import { z } from 'zod';
import { instant, key } from '../core/calls/schema.ts';
import { type ReportQuestion, reportQuestionSchema } from './question.ts';

/** Audience of a saved view besides its creator. */
export const VIEW_SHARING = {
  private: { label: 'Only me', note: 'Nobody else sees it.' },
  team: { label: 'My team', note: 'Everybody of your company who may build reports on this owner.' },
  owner: {
    label: 'Everybody on this owner',
    note: 'Agency, client and media partners. Who may not see one of its fields is not offered the view.',
  },
} as const;
export type ViewSharing = keyof typeof VIEW_SHARING;
export const VIEW_SHARING_NAMES = Object.keys(VIEW_SHARING) as [ViewSharing, ...ViewSharing[]];

export const viewNameSchema = z.string().trim().min(1).max(80);

export const savedViewFormSchema = z.strictObject({
  /** Null for a new one. */
  viewKey: key.nullable(),
  /** The version that was read; if there is a newer one, the answer is 409 with its content. */
  rowVersion: z.int().nullable(),
  name: viewNameSchema,
  description: z.string().trim().max(300),
  sharing: z.enum(VIEW_SHARING_NAMES),
  question: reportQuestionSchema,
});
export type SavedViewForm = z.infer<typeof savedViewFormSchema>;

export const savedViewSchema = z.object({
  viewKey: key,
  rowVersion: z.int(),
  name: z.string(),
  description: z.string(),
  sharing: z.enum(VIEW_SHARING_NAMES),
  question: reportQuestionSchema,
  /** Name of the creator. */
  by: z.string(),
  isMine: z.boolean(),
  /** The creator, and for a shared one administrators of the creator's company. */
  mayChange: z.boolean(),
  updatedAt: instant,
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** Whether two queries are equal, regardless of the order of their fields. */
export const isSameQuestion = (one: ReportQuestion, other: ReportQuestion): boolean =>
  JSON.stringify(reportQuestionSchema.parse(one)) === JSON.stringify(reportQuestionSchema.parse(other));
