/** A code that a row requests, among the codes of a partner's campaigns. */
interface WantedCode {
  row: number;
  campaignKey: number | null;
  vendorKey: number | null;
  campaignCode: string;
}

interface Holder {
  campaignKey: number;
  partnerKey: number | null;
  code: string;
  name: string;
}

const placeOf = (partnerKey: number | null, code: string): string => `${partnerKey ?? 0} ${code.toLowerCase()}`;

/** Remarks about codes that are taken, or requested by two rows of the file. */
export const codeRemarks = (
  wanted: readonly WantedCode[],
  holders: readonly Holder[],
): { row: number; column: string; message: string }[] => {
  const holderByPlace = new Map(holders.map((holder) => [placeOf(holder.partnerKey, holder.code), holder]));
  const first = new Map<string, number>();
  return wanted.flatMap(({ row, campaignKey, vendorKey, campaignCode: code }) => {
    const place = placeOf(vendorKey, code);
    const holder = holderByPlace.get(place);
    if (holder !== undefined && holder.campaignKey !== campaignKey) {
      return [{ row, column: 'campaignCode', message: `Campaign code ${code} is already used by ${holder.name}.` }];
    }
    const earlier = first.get(place);
    if (earlier === undefined) first.set(place, row);
    return earlier === undefined
      ? []
      : [{ row, column: 'campaignCode', message: `Campaign code ${code} is in row ${earlier} as well.` }];
  });
};
