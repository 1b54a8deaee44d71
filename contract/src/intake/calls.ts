import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { LEAD_STATUS_CODES } from '../core/leads/lead-status.ts';
import { key } from '../core/calls/schema.ts';
import { leadAnswerSchema, precheckAnswerSchema } from './answer.ts';
import { AGENCY_PARAMETERS, POST_PARAMETERS, ROUTING_PARAMETERS } from './parameters.ts';

const labels = Object.fromEntries(Object.entries(POST_PARAMETERS).map(([name, { label }]) => [name, label]));
const described = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      z
        .unknown()
        .optional()
        .describe(labels[name] ?? name),
    ]),
  );

/** Only documents names and meanings: invalid values are reported in the answer to the partner, all at once. */
const postBody = z.looseObject(
  described([...ROUTING_PARAMETERS, ...Object.keys(POST_PARAMETERS), ...AGENCY_PARAMETERS]),
);

export const leadPost = defineCall({
  id: 'leadPost',
  summary: 'A lead, checked by all rules of its campaign and stored before it is answered',
  route: 'POST /lead/v1/post',
  owner: { session: 'The campaign that the post names says whose lead it is.' },
  groups: ['ag'],
  permission: 'leadanalyzer:Update',
  kind: 'post',
  body: postBody,
  response: leadAnswerSchema,
});

/** Personal data only as hashes: SHA-256 of the normalised email and phone, in hex. */
const precheckBody = z.looseObject(
  described(['key', 'cck', 'emailSha256', 'phoneSha256', ...Object.keys(POST_PARAMETERS)]),
);

export const leadPrecheck = defineCall({
  id: 'leadPrecheck',
  summary: 'Whether a lead would be taken, asked before it is posted; nothing is stored',
  route: 'POST /lead/v1/precheck',
  owner: { session: 'The campaign that is named says whose lead it would be.' },
  groups: ['ag'],
  permission: 'leadanalyzer:Update',
  kind: 'post',
  body: precheckBody,
  response: precheckAnswerSchema,
});

export const leadRelease = defineCall({
  id: 'leadRelease',
  summary: 'Tries held leads again now, by all rules as they are now',
  route: 'POST /ag/lead/hold/release',
  owner: 'body',
  groups: ['ag'],
  permission: 'leadanalyzer:Update',
  asSystem: true,
  body: z.strictObject({ ownerKey: key, leadKeys: z.array(z.int().positive()).min(1).max(500) }),
  response: z.array(
    z.object({
      leadKey: z.int(),
      /** New status; null if the lead was not held. */
      status: z.enum(LEAD_STATUS_CODES).nullable(),
      message: z.string(),
    }),
  ),
});
