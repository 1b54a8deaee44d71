import { fillMacros, hasMacroInHost } from '@paceline/contract';

/** A campaign's active click URLs, and the values of its macros besides those of the link. */
export interface Destination {
  urls: readonly { url: string; device: string | null; isDefault: boolean }[];
  /** Of the line item, for clicks that the campaign refuses. */
  fallbackUrl: string | null;
  clientCampaignCode: string;
  partnerCode: string;
}

/** The URL for this kind of device, else the default. */
export const urlFor = ({ urls }: Destination, device: string): string | null =>
  (urls.find((one) => one.device === device) ?? urls.find(({ isDefault }) => isDefault))?.url ?? null;

/** A path segment of dots only would lead to another place on the same site. */
const withoutDots = (value: string): string => (/^\.{1,2}$/.test(value) ? '' : value);

/**
 * The address that a visitor is sent to: the stored one with its macros filled, never another. The link's values can change neither
 * protocol nor host nor break the line, and the address is never one of our own links, which would redirect forever.
 */
export const targetOf = (
  template: string | null,
  values: Readonly<Record<string, string>>,
  ownHost: string,
): string | null => {
  if (template === null || hasMacroInHost(template)) return null;
  const plain = fillMacros(template, Object.fromEntries(Object.keys(values).map((name) => [name, ''])));
  const filled = fillMacros(
    template,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withoutDots(value)])),
  );
  if (!URL.canParse(plain) || !URL.canParse(filled)) return null;
  const [stored, target] = [new URL(plain), new URL(filled)];
  const isSame = target.protocol === 'https:' && target.host === stored.host;
  const isOurs = target.host === ownHost && target.pathname.startsWith('/c/');
  return isSame && !isOurs && target.username === '' && target.password === '' ? target.href : null;
};
