import { z } from 'zod';
import { type SheetCell } from '../../../lib/sheet/sheet.ts';
import { FetchProblem, WAIT_MS } from './connector.ts';

// Answers of the Google Ads API and of Google's sign-in, by their public documentation. 64-bit integers come as text, fields that were not
// requested are missing, and unknown ones are ignored.

const digits = z.union([z.string(), z.number()]);
const resultSchema = z.looseObject({
  customer: z.looseObject({ id: digits, currencyCode: z.string() }),
  segments: z.looseObject({ date: z.string(), device: z.string().optional() }),
  campaign: z.looseObject({ id: digits, name: z.string() }),
  adGroup: z.looseObject({ id: digits, name: z.string() }).optional(),
  metrics: z.looseObject({
    impressions: digits.default('0'),
    clicks: digits.default('0'),
    costMicros: digits.default('0'),
    conversions: digits.default(0),
    viewThroughConversions: digits.default('0'),
  }),
});
type Result = z.output<typeof resultSchema>;

const errorSchema = z.looseObject({
  code: z.number().optional(),
  message: z.string().default(''),
  status: z.string().default(''),
  details: z
    .array(
      z.looseObject({
        '@type': z.string().default(''),
        retryDelay: z.string().optional(),
        errors: z
          .array(
            z.looseObject({ message: z.string().default(''), errorCode: z.record(z.string(), z.string()).optional() }),
          )
          .optional(),
      }),
    )
    .default([]),
});
const partSchema = z.union([
  z.looseObject({ error: errorSchema }),
  z.looseObject({ results: z.array(resultSchema).default([]) }),
]);
/** The stream is a list of parts; an error comes as such a list too, or as the error alone. */
const streamSchema = z.union([z.array(partSchema), partSchema.transform((part) => [part])]);

type GoogleError = z.output<typeof errorSchema>;
const MAX_WORDS = 300;
const HOUR_MS = 3_600_000;

/** "30s" and "1.5s": Google's format for the time to wait. */
const delayMs = (error: GoogleError): number | null => {
  const delay = error.details.map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/.exec(retryDelay ?? '')?.[1]).find(Boolean);
  return delay === undefined ? null : Number(delay) * 1_000;
};

/** Google's message; the reason behind a general error is in the details. */
const wordsOf = (error: GoogleError): string => {
  const inside = error.details.flatMap(({ errors = [] }) => errors)[0];
  const code = Object.values(inside?.errorCode ?? {})[0] ?? error.status;
  const message = (inside?.message || error.message).slice(0, MAX_WORDS);
  return code === '' ? message : `${message} (${code})`;
};

const problemOf = (error: GoogleError, status: number): FetchProblem => {
  const words = wordsOf(error);
  const code = error.code ?? status;
  if (code === 429) {
    const waitMs = Math.max(delayMs(error) ?? HOUR_MS, 1_000);
    return new FetchProblem(`Google Ads is asked too often and wants us to wait: ${words}`, waitMs);
  }
  if (code === 401) return new FetchProblem(`Google Ads did not accept the sign-in: ${words}`, WAIT_MS.refused);
  if (code === 403) return new FetchProblem(`Google Ads refuses this account: ${words}`, WAIT_MS.refused);
  if (code >= 400 && code < 500)
    return new FetchProblem(`Google Ads did not take the question: ${words}`, WAIT_MS.refused);
  return new FetchProblem(`Google Ads could not answer: ${words}`, delayMs(error) ?? WAIT_MS.failed);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** All rows of a stream. If one part is an error, or the end is missing, none is used. */
export const readStream = (status: number, text: string): Result[] => {
  const { data: parts } = streamSchema.safeParse(parsed(text));
  const failed = parts?.find((part): part is { error: GoogleError } => 'error' in part);
  if (failed !== undefined) throw problemOf(failed.error, status);
  if (status !== 200) throw new FetchProblem(`Google Ads answered with status ${status}.`, WAIT_MS.failed);
  if (parts === undefined)
    throw new FetchProblem('Google Ads’ answer is cut off or cannot be read: nothing of it is used.', WAIT_MS.failed);
  return parts.flatMap((part) => ('results' in part ? (part.results as Result[]) : []));
};

const tokenSchema = z.looseObject({ access_token: z.string().min(1) });
const refusalSchema = z.looseObject({ error: z.string(), error_description: z.string().default('') });

/** The access token, valid for an hour. */
export const readToken = (status: number, text: string): string => {
  const answer = parsed(text);
  const token = tokenSchema.safeParse(answer).data?.access_token;
  if (status === 200 && token !== undefined) return token;
  const refusal = refusalSchema.safeParse(answer).data;
  if (refusal === undefined) throw new FetchProblem(`Google’s sign-in answered with status ${status}.`, WAIT_MS.failed);
  const words = (refusal.error_description || refusal.error).slice(0, MAX_WORDS);
  const advice =
    refusal.error === 'invalid_grant'
      ? 'Make a new refresh token and save it.'
      : 'Check the OAuth client and save it again.';
  throw new FetchProblem(`Google’s sign-in refused: ${words} ${advice}`, WAIT_MS.refused);
};

/** The columns of a report, and their fields in the API's answer. */
const COLUMNS: Readonly<Record<string, (result: Result) => SheetCell>> = {
  'segments.date': ({ segments }) => segments.date,
  'customer.id': ({ customer }) => String(customer.id),
  'customer.currency_code': ({ customer }) => customer.currencyCode,
  'campaign.id': ({ campaign }) => String(campaign.id),
  'campaign.name': ({ campaign }) => campaign.name,
  'ad_group.id': ({ adGroup }) => String(adGroup?.id ?? ''),
  'ad_group.name': ({ adGroup }) => adGroup?.name ?? '',
  'segments.device': ({ segments }) => segments.device ?? '',
  'metrics.impressions': ({ metrics }) => metrics.impressions,
  'metrics.clicks': ({ metrics }) => metrics.clicks,
  'metrics.cost_micros': ({ metrics }) => metrics.costMicros,
  'metrics.conversions': ({ metrics }) => metrics.conversions,
  'metrics.view_through_conversions': ({ metrics }) => metrics.viewThroughConversions,
};
export const COLUMN_NAMES: readonly string[] = Object.keys(COLUMNS);
export const cellsOf = (result: Result): SheetCell[] => Object.values(COLUMNS).map((read) => read(result));
