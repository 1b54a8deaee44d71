import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { fieldErrorSchema } from '../core/calls/envelope.ts';
import { instant, key } from '../core/calls/schema.ts';
import { draftBodySchema, WIZARD_STEPS } from './draft.ts';

const step = z.enum(WIZARD_STEPS);

const savedSchema = z.object({
  draftKey: key,
  step,
  rowVersion: z.int(),
  startedBy: z.string(),
  startedAt: instant,
  savedBy: z.string(),
  savedAt: instant,
});

const draftRowSchema = savedSchema.extend({ ownerName: z.string() });
export type DraftRow = z.infer<typeof draftRowSchema>;

const ownerDraftSchema = savedSchema.extend({
  body: draftBodySchema,
  /** Problems that only the server can find: a name that is taken, a partner that is no longer active. */
  problems: z.array(fieldErrorSchema),
});
export type OwnerDraft = z.infer<typeof ownerDraftSchema>;

const drafting = {
  owner: { session: 'A draft belongs to no owner before it is one.' },
  groups: ['ag'],
  permission: 'clients:Create',
  /** No API keys: drafts are for people. */
  apiKey: false,
} as const;

const draftVersion = { draftKey: key, /** The version that was read. */ rowVersion: z.int() };

export const ownerDraftList = defineCall({
  ...drafting,
  id: 'ownerDraftList',
  summary: 'The new clients that somebody has begun and nobody has finished, the last saved first',
  route: 'GET /owner/draft/list',
  response: z.array(draftRowSchema),
});

export const ownerDraftGet = defineCall({
  ...drafting,
  id: 'ownerDraftGet',
  summary: 'A new client as far as it has been filled in',
  route: 'GET /owner/draft/{key}/get',
  response: ownerDraftSchema,
});

export const ownerDraftChoices = defineCall({
  ...drafting,
  id: 'ownerDraftChoices',
  summary: 'The ad platforms that a new client can have accounts on',
  route: 'GET /owner/draft/choices',
  response: z.object({ platforms: z.array(z.object({ platformKey: key, platformName: z.string() })) }),
});

export const ownerDraftSave = defineCall({
  ...drafting,
  id: 'ownerDraftSave',
  summary:
    'Begins a new client, or saves it as it stands, unfinished as it may be; refused where somebody else saved it since',
  route: 'POST /owner/draft/save',
  body: z.strictObject({
    /** Null creates a draft. */
    draftKey: key.nullable(),
    rowVersion: z.int().nullable(),
    step,
    body: draftBodySchema,
  }),
  response: ownerDraftSchema,
  bodyBytes: 1_000_000,
});

export const ownerDraftDiscard = defineCall({
  ...drafting,
  id: 'ownerDraftDiscard',
  summary: 'Throws away a new client that is not made yet: nothing of it is left',
  route: 'POST /owner/draft/discard',
  body: z.strictObject(draftVersion),
  response: z.null(),
});

export const ownerDraftFinish = defineCall({
  ...drafting,
  id: 'ownerDraftFinish',
  summary:
    'Makes the owner with all that its draft holds, whole or not at all; a second time answers with the same owner',
  route: 'POST /owner/draft/finish',
  body: z.strictObject(draftVersion),
  response: z.object({ ownerKey: key }),
});
