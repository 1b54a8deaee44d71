import { fillMacros, macroValues, type TrackingType, type TrackingUrl } from '@paceline/contract';
import type { CampaignFields } from './prepare-values.ts';

export const TRACKING_LABELS: Readonly<Record<TrackingType, string>> = {
  CLICK: 'Click',
  IMPRESSION: 'Impression',
  POSTBACK: 'Postback',
  PIXEL: 'Pixel',
  CALL: 'Call',
};

/** Common query parameters of a destination, to tell visits apart. */
const USUAL =
  'cid={cid}&utm_source={partner_code}&utm_medium={channel}&utm_campaign={campaign_code}&utm_content={source}';
const USUAL_POSTBACK = 'txn={txn}&lead={lead_id}&status={status}&price={price}';

export const withUsual = ({ url, type }: Pick<TrackingUrl, 'url' | 'type'>): string => {
  const usual = type === 'POSTBACK' ? USUAL_POSTBACK : USUAL;
  const plain = url.trim() || 'https://';
  return `${plain}${plain.includes('?') ? '&' : '?'}${usual}`;
};

export const newUrl = (urls: readonly TrackingUrl[]): TrackingUrl => ({
  type: 'CLICK',
  name: urls.length === 0 ? 'Landing page' : `URL ${urls.length + 1}`,
  url: '',
  deviceType: null,
  // The first click URL is the default; more are for specific devices.
  isDefault: !urls.some(({ type, active, isDefault }) => type === 'CLICK' && active && isDefault),
  active: true,
});

/** The link with all its parameters, for the partner to fill in. */
export const linkForPartner = (origin: string, path: string): string =>
  `${origin}${path}?src={source}&s1={sub1}&txn={click_id}`;

/** Updates a URL; making it the default removes that from the others. */
export const withUrl = (urls: readonly TrackingUrl[], index: number, patch: Partial<TrackingUrl>): TrackingUrl[] =>
  urls.map((url, at) => {
    if (at !== index) return patch.isDefault === true ? { ...url, isDefault: false } : url;
    const next = { ...url, ...patch };
    // Only an active click URL can be the default.
    return next.type === 'CLICK' && next.active ? next : { ...next, isDefault: false };
  });

/** Inserts a macro at the cursor or replaces the selection. */
export const insertMacro = (url: string, macro: string, start: number, end: number): { url: string; at: number } => ({
  url: `${url.slice(0, start)}{${macro}}${url.slice(end)}`,
  at: start + macro.length + 2,
});

/** A sample of the URL as a visitor gets it, with this campaign's codes and example values. */
export const previewOf = (
  { url, type }: Pick<TrackingUrl, 'url' | 'type'>,
  { campaignCode, clientCampaignCode }: Pick<CampaignFields, 'campaignCode' | 'clientCampaignCode'>,
): string =>
  fillMacros(
    url.trim(),
    macroValues(type, {
      ...(campaignCode.trim() && { campaign_code: campaignCode.trim() }),
      ...(clientCampaignCode.trim() && { client_campaign_code: clientCampaignCode.trim() }),
    }),
  );
