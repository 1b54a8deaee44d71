import type { Envelope } from '@paceline/contract';
import { ApiError } from './api-error.ts';

const parse = (text: string): Partial<Envelope<unknown>> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
};

/** The `data` of an answer; throws the error it carries. An answer without an envelope (from a proxy) is an error too. */
export const unwrap = (status: number, text: string, headerRequestId: string | null): unknown => {
  const envelope = parse(text);
  const requestId = envelope?.requestId ?? headerRequestId;
  const succeeded = envelope?.status?.toLowerCase() === 'success';
  if (status >= 200 && status < 300 && succeeded) return (envelope as { data?: unknown }).data ?? null;
  const failure = envelope && 'code' in envelope ? envelope : null;
  throw new ApiError({
    code: failure?.code ?? 'INTERNAL',
    message: envelope?.message,
    status,
    errors: failure?.errors,
    requestId,
  });
};
