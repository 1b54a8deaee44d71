import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { key } from '../core/calls/schema.ts';

/** A readable document, or an archive with the document, its data and checksums. */
const EVIDENCE_FORMATS = ['pdf', 'zip'] as const;
export type EvidenceFormat = (typeof EVIDENCE_FORMATS)[number];

export const leadEvidence = defineCall({
  id: 'leadEvidence',
  summary:
    'What proves where a lead came from, what the person agreed to and that it was delivered; that it was taken is recorded on the lead',
  route: 'POST /{p}/lead/evidence/export',
  owner: 'body',
  groups: ['ag', 'cl'],
  permission: 'leadanalyzer:Export',
  apiKey: false,
  kind: 'download',
  body: z.strictObject({
    ownerKey: key,
    leadCaptureKey: key,
    format: z.enum(EVIDENCE_FORMATS),
    /** Requires the right to see people; otherwise they are masked. */
    wholePerson: z.boolean().default(false),
  }),
  response: z.null(),
  rateLimit: 'export',
});
