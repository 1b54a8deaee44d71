import { z } from 'zod';

/** Problem with one field of the request, or with one row of a file. */
export const fieldErrorSchema = z.object({
  field: z.string(),
  row: z.number().int().optional(),
  code: z.string(),
  message: z.string(),
  /** A conflicting save: what was written, by whom and when, and the version to send on retry. */
  conflict: z
    .object({
      theirs: z.number().nullable(),
      mine: z.number().nullable(),
      by: z.string(),
      at: z.string(),
      rowVersion: z.number().int(),
    })
    .optional(),
});
export type FieldError = z.infer<typeof fieldErrorSchema>;

interface SuccessEnvelope<T> {
  status: 'success';
  message?: string;
  data: T;
  requestId: string;
}
export interface ErrorEnvelope {
  status: 'error';
  code: string;
  message: string;
  data: null;
  errors?: FieldError[];
  requestId: string;
}
export type Envelope<T> = SuccessEnvelope<T> | ErrorEnvelope;

export const errorEnvelopeSchema = z.object({
  status: z.literal('error'),
  code: z.string(),
  message: z.string(),
  data: z.null(),
  errors: z.array(fieldErrorSchema).optional(),
  requestId: z.string(),
});

/** The last line of every NDJSON stream. A stream without it is truncated. */
export interface StreamEnd {
  __end: true;
  count: number;
  asOf: string;
}
/** Sent instead of the end line if the server fails during a stream. */
export interface StreamFailure {
  __error: { code: string; message: string; requestId: string };
}
