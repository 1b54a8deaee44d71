import { z } from 'zod';

/** What is wrong with one field of the request, or with one row of a file. */
export const fieldErrorSchema = z.object({
  field: z.string(),
  row: z.number().int().optional(),
  code: z.string(),
  message: z.string(),
  /** Somebody else was faster: what they wrote, who and when, and the version that a second try has to name. */
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

/** The last line of every NDJSON stream. A stream without it was cut, however many rows came. */
export interface StreamEnd {
  __end: true;
  count: number;
  asOf: string;
}
/** What a stream says instead of its end line when the server failed on the way. */
export interface StreamFailure {
  __error: { code: string; message: string; requestId: string };
}
