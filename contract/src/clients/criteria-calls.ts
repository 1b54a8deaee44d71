import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { instant, key } from '../core/calls/schema.ts';
import { CRITERIA_SECTION_NAMES } from './criteria-words.ts';
import { clientCriteriaSchema } from './criteria.ts';

const agency = ['ag'] as const;
const ofClient = { owner: { byKey: 'client', param: 'key' }, groups: agency } as const;

const criteriaChangeSchema = z.object({
  section: z.enum(CRITERIA_SECTION_NAMES),
  path: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
});

const criteriaVersionSchema = z.object({
  version: z.int(),
  savedBy: z.string().nullable(),
  savedAt: instant,
  /** Changes in words; empty for the first version. */
  changes: z.array(criteriaChangeSchema),
});
export type CriteriaVersion = z.infer<typeof criteriaVersionSchema>;

const clientCriteriaRecordSchema = z.object({
  clientKey: key,
  clientName: z.string(),
  brandName: z.string(),
  ownerKey: key,
  /** The owner's window, which applies unless the criteria set one. */
  ownerDedupDays: z.int(),
  timeZone: z.string(),
  /** 0 if never saved: everything is at its default. */
  version: z.int().nonnegative(),
  savedBy: z.string().nullable(),
  savedAt: instant.nullable(),
  criteria: clientCriteriaSchema,
  /** Newest first. */
  versions: z.array(criteriaVersionSchema),
});
export type ClientCriteriaRecord = z.infer<typeof clientCriteriaRecordSchema>;

export const clientCriteriaList = defineCall({
  id: 'clientCriteriaList',
  summary: 'What a client asks of leads, with every version, who saved it when and what it changed',
  route: 'GET /ag/client/{key}/criteria/list',
  ...ofClient,
  permission: 'clients:View',
  response: clientCriteriaRecordSchema,
});

export const clientCriteriaVersion = defineCall({
  id: 'clientCriteriaVersion',
  summary: 'The criteria of a client as they were in one version',
  route: 'GET /ag/client/{key}/criteria/{version}/get',
  ...ofClient,
  permission: 'clients:View',
  response: criteriaVersionSchema.extend({ criteria: clientCriteriaSchema }),
});

export const clientCriteriaAccept = defineCall({
  id: 'clientCriteriaAccept',
  summary:
    'Accepts the criteria as they are for every active client whose criteria nobody has set, each as a version of its own',
  route: 'POST /ag/{owner}/criteria/accept',
  owner: 'path',
  groups: agency,
  permission: 'clients:Criteria',
  body: z.strictObject({}),
  /** Names of the clients whose criteria were accepted now. */
  response: z.object({ clients: z.array(z.string()) }),
});

const criteriaSaveSchema = z.strictObject({
  /** The version that was edited; if it is no longer current, the answer is 409 with both values. */
  version: z.int().nonnegative(),
  criteria: clientCriteriaSchema,
});

export const clientCriteriaSave = defineCall({
  id: 'clientCriteriaSave',
  summary: 'Saves what a client asks of leads as a new version; refused if somebody else saved one meanwhile',
  route: 'POST /ag/client/{key}/criteria/save',
  ...ofClient,
  permission: 'clients:Criteria',
  body: criteriaSaveSchema,
  bodyBytes: 512 * 1024,
  response: clientCriteriaRecordSchema,
});
