import {
  BID_PRICE_FIELDS,
  type Campaign,
  type CampaignPrices,
  campaignPricesRecord,
  campaignRecord,
  type FieldError,
  loggedChange,
  newValues,
  sentValues,
} from '@paceline/contract';

export interface Remark {
  field: string;
  message: string;
}

const NO_PRICES = sentValues(campaignPricesRecord, newValues(campaignPricesRecord));

type WantedPrices = { readonly [Field in keyof CampaignPrices]?: CampaignPrices[Field] | undefined };

/** The prices after a save: fields left out stay. Null where there are none, or none that differ. */
export const newPrices = (form: WantedPrices, current: CampaignPrices = NO_PRICES): CampaignPrices | null => {
  const prices = { ...NO_PRICES };
  for (const field of BID_PRICE_FIELDS) prices[field] = form[field] === undefined ? current[field] : form[field];
  return BID_PRICE_FIELDS.some((field) => prices[field] !== current[field]) ? prices : null;
};

/** A price needs both sides; without the desktop price the others have no default. */
export const priceProblems = ({ clientDesktopBidPrice, aggDesktopBidPrice }: CampaignPrices): FieldError[] => {
  const missing = (field: string, label: string): FieldError => ({
    field,
    code: 'required',
    message: `Enter the ${label} price for desktop.`,
  });
  return [
    ...(clientDesktopBidPrice === null ? [missing('clientDesktopBidPrice', 'client')] : []),
    ...(aggDesktopBidPrice === null ? [missing('aggDesktopBidPrice', 'media')] : []),
  ];
};

const DEVICES = ['Desktop', 'Tablet', 'Mobile'] as const;

/** A blank price of a device means the desktop price. */
export const priceWarnings = (prices: CampaignPrices): { field: keyof CampaignPrices; message: string }[] =>
  DEVICES.flatMap((device) => {
    const own = [prices[`client${device}BidPrice`], prices[`agg${device}BidPrice`]];
    if (device !== 'Desktop' && own.every((price) => price === null)) return [];
    const client = own[0] ?? prices.clientDesktopBidPrice;
    const media = own[1] ?? prices.aggDesktopBidPrice;
    if (client == null || media == null || media <= client) return [];
    const message = `Media price is above client price for ${device.toLowerCase()}.`;
    return [{ field: `agg${device}BidPrice` as const, message }];
  });

type Compared = Pick<Campaign, keyof typeof campaignRecord.fields>;
/** The fields of a campaign as a save wants them; undefined ones stay. */
export type CampaignFields = { readonly [Field in keyof Compared]?: Compared[Field] | undefined };

/** The wanted fields that differ, before and after. */
export const differences = (wanted: CampaignFields, current: Compared) => {
  const { before = {}, after } = loggedChange(campaignRecord, current, wanted) ?? { after: {} };
  return { before, after };
};

const shown = (value: unknown): string =>
  value === null || value === '' ? 'nothing' : `“${typeof value === 'string' ? value : JSON.stringify(value)}”`;

/** Errors of a concurrent save: for each field the other user's value and the wanted one. */
export const conflictErrors = (
  wanted: CampaignFields,
  current: Compared & { updatedBy: string | null; updatedAt: Date | null },
): FieldError[] => {
  const { before, after } = differences(wanted, current);
  const who = current.updatedBy ?? 'Someone';
  const when = current.updatedAt === null ? '' : ` at ${current.updatedAt.toISOString()}`;
  return Object.keys(after).map((field) => ({
    field,
    code: 'conflict',
    message: `${who} saved ${shown(before[field])}${when}; you have ${shown(after[field])}.`,
  }));
};
