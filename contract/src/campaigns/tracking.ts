import { z } from 'zod';
import { key } from '../core/calls/schema.ts';
import { isWebAddress, MAX_ADDRESS } from '../core/values/web-address.ts';

export const TRACKING_TYPES = ['CLICK', 'IMPRESSION', 'POSTBACK', 'PIXEL', 'CALL'] as const;
export type TrackingType = (typeof TRACKING_TYPES)[number];

/** Macros of tracking URLs, with example values for the preview. */
const TRACKING_MACROS = {
  cid: '6f1d2c3b',
  campaign_code: 'NURS-TX-01',
  client_campaign_code: 'CL-4711',
  partner_code: 'EDUREACH',
  channel: 'ppl',
  source: 'site12',
  s1: 'sub1',
  s2: 'sub2',
  s3: 'sub3',
  s4: 'sub4',
  s5: 'sub5',
  txn: 'T-20481',
  device: 'mobile',
  campus_code: 'DALLAS',
  program_code: 'BSN',
  ts: '1773154800',
} as const;
/** Additional macros of postbacks to a partner's server. */
const POSTBACK_MACROS = { lead_id: 'L-01J8', status: 'VAL', price: '42.00' } as const;

const MACRO = /\{(\w*)\}/g;

/** Example values by type, replaced by the campaign's own where known. */
export const macroValues = (
  type: TrackingType,
  values: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({
  ...TRACKING_MACROS,
  ...(type === 'POSTBACK' && POSTBACK_MACROS),
  ...values,
});

/** Replaces macros by encoded values; unknown macros are left as they are. */
export const fillMacros = (url: string, values: Readonly<Record<string, string>>): string =>
  url.replace(MACRO, (whole, macro: string) =>
    Object.hasOwn(values, macro) ? encodeURIComponent(values[macro]!) : whole,
  );

export const trackingUrlSchema = z.strictObject({
  /** Key of an existing URL. */
  trackingUrlKey: key.optional(),
  type: z.enum(TRACKING_TYPES),
  name: z.string().trim().min(1).max(100),
  url: z.string().max(MAX_ADDRESS),
  deviceType: z.enum(['desktop', 'tablet', 'mobile']).nullable().default(null),
  isDefault: z.boolean().default(false),
  active: z.boolean().default(true),
});
export type TrackingUrl = z.output<typeof trackingUrlSchema>;

interface TrackingProblem {
  /** Index of the URL; null for all together. */
  index: number | null;
  field: 'url' | 'isDefault' | 'urls';
  message: string;
}

/**
 * The host is checked on save and must not change on sending: otherwise anyone opening a link could fill in its macros and choose the
 * destination.
 */
export const hasMacroInHost = (url: string): boolean => /^https:\/\/[^/?#]*\{/.test(url);

/** A URL with macros is not valid yet, so it is checked with its macros filled in. */
const urlProblem = (type: TrackingType, url: string, ownMacros: boolean): string | null => {
  if (!url.startsWith('https://')) return 'The URL must begin with https://.';
  if (hasMacroInHost(url)) return 'The host must hold no macro.';
  if (ownMacros) {
    const macros = macroValues(type);
    const unknown = [...url.matchAll(MACRO)].find(([, macro]) => !Object.hasOwn(macros, macro!));
    if (unknown) return `Unknown macro ${unknown[0]}.`;
  }
  return isWebAddress(url.replace(MACRO, 'x'), 'https') ? null : 'The URL is not valid.';
};

/**
 * Problems with a campaign's tracking URLs. URLs of platform campaigns may contain the platform's own macros, of which there is no list.
 */
export const trackingProblems = (urls: readonly TrackingUrl[], isPlatform: boolean): TrackingProblem[] => {
  const problems = urls.flatMap(({ type, url }, index): TrackingProblem[] => {
    const message = urlProblem(type, url, !isPlatform);
    return message === null ? [] : [{ index, field: 'url', message }];
  });
  const clicks = urls.filter(({ type, active }) => type === 'CLICK' && active);
  if (clicks.length > 0 && clicks.filter(({ isDefault }) => isDefault).length !== 1) {
    problems.push({ index: null, field: 'urls', message: 'Exactly one active click URL must be the default.' });
  }
  urls.forEach(({ type, active, isDefault }, index) => {
    if (isDefault && (type !== 'CLICK' || !active)) {
      problems.push({ index, field: 'isDefault', message: 'Only an active click URL can be the default.' });
    }
  });
  return problems;
};
