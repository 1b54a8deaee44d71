import { type IoLine } from '@paceline/contract';
import { type OrderRow } from '../orders.rules.ts';

/** The names of the parties, which may change after a version was signed. */
export interface Parties {
  ownerName: string;
  clientName: string;
  partnerName: string;
  partnerCode: string;
}

/** JSON with sorted keys: equal contents give equal texts, whatever the order in which they were stored. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** What a signature is about: all that the document of this version says. Its state, its answer and its changes are not part of it. */
export const contentOf = (
  ownerKey: number,
  { partnerKey, clientKey, month, version, message, terms }: OrderRow,
  lines: readonly IoLine[],
  parties: Parties,
): string =>
  canonical({
    ownerKey,
    partnerKey,
    clientKey,
    month,
    version,
    message,
    terms,
    lines: lines.toSorted((a, b) => a.campaignKey - b.campaignKey),
    parties,
  });
