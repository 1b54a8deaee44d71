import { campaignPricesRecord, MAX_BID_PRICE, parseDollars } from '@paceline/contract';
import type { PriceField, PriceTexts } from './prepare-values.ts';

export const PRICED_DEVICES = ['Desktop', 'Tablet', 'Mobile'] as const;
export type PricedDevice = (typeof PRICED_DEVICES)[number];

export const clientField = (device: PricedDevice): PriceField => `client${device}BidPrice`;
export const mediaField = (device: PricedDevice): PriceField => `agg${device}BidPrice`;

export const priceProblem = (text: string): string | null => {
  const price = parseDollars(text);
  return price === undefined || (price ?? 0) > MAX_BID_PRICE
    ? (campaignPricesRecord.fields.clientDesktopBidPrice.wrong ?? null)
    : null;
};

/** 19.5 → 19.50; unreadable text stays for correction. */
export const tidyPrice = (text: string): string => {
  const price = parseDollars(text);
  return price == null ? text.trim() : price.toFixed(2);
};

export const parseCap = (text: string): number | null | undefined => {
  const plain = text.trim().replaceAll(',', '');
  if (plain === '') return null;
  return /^\d{1,7}$/.test(plain) && Number(plain) <= 1_000_000 ? Number(plain) : undefined;
};
export const capProblem = (text: string): string | null =>
  parseCap(text) === undefined ? 'Enter a whole number from 0 to 1,000,000.' : null;

interface Margin {
  dollars: number | null;
  /** Share of the client's price, as a fraction; null if that is 0. */
  share: number | null;
  /** The partner gets more than the client pays: a warning, not an error. */
  isLoss: boolean;
}

/** The agency's margin on a lead. A blank tablet or mobile price falls back to the desktop's. */
export const marginOf = (prices: PriceTexts, device: PricedDevice): Margin => {
  const priceOf = (field: PriceField, fallback: PriceField) => {
    const own = parseDollars(prices[field]);
    return own === null ? (parseDollars(prices[fallback]) ?? null) : (own ?? null);
  };
  const client = priceOf(clientField(device), clientField('Desktop'));
  const media = priceOf(mediaField(device), mediaField('Desktop'));
  if (client === null || media === null) return { dollars: null, share: null, isLoss: false };
  const dollars = Math.round((client - media) * 100) / 100;
  return { dollars, share: client === 0 ? null : dollars / client, isLoss: dollars < 0 };
};

export const hasPrices = (prices: PriceTexts): boolean =>
  parseDollars(prices.clientDesktopBidPrice) != null && parseDollars(prices.aggDesktopBidPrice) != null;
