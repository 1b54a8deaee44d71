import { z } from 'zod';
import { instant, key } from '../core/calls/schema.ts';

/** Kinds of remark on a line. The last of agreed, disputed and settled is the line's state. */
export const REMARKS = {
  AGREED: 'Agreed',
  DISPUTED: 'Disputed',
  ANSWERED: 'Answered',
  SETTLED: 'Settled',
} as const;
export type Remark = keyof typeof REMARKS;
export const REMARK_CODES = Object.keys(REMARKS) as [Remark, ...Remark[]];

/** The billed side agrees or disputes; the agency answers and settles. */
export const REMARKS_OF = {
  mp: ['AGREED', 'DISPUTED'],
  ag: ['ANSWERED', 'SETTLED'],
} as const satisfies Record<'mp' | 'ag', readonly Remark[]>;

/** File types accepted with a dispute: extension and content type. */
export const DISPUTE_FILES = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  txt: 'text/plain',
} as const;
type DisputeFile = keyof typeof DISPUTE_FILES;
export const DISPUTE_FILE_ENDINGS = Object.keys(DISPUTE_FILES) as DisputeFile[];
export const DISPUTE_FILE_BYTES = 5 * 1024 * 1024;

export const remarkSchema = z.object({
  remarkKey: key,
  kind: z.enum(REMARK_CODES),
  comment: z.string(),
  isAgency: z.boolean(),
  by: z.string(),
  at: instant,
  file: z.object({ fileKey: key, name: z.string() }).nullable(),
});
export type BillingRemark = z.infer<typeof remarkSchema>;
