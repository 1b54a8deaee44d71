import { fillMacros, hasMacroInHost } from '@paceline/contract';

/** A campaign's active click URLs, and what its macros are filled with besides what the link carries. */
export interface Destination {
  urls: readonly { url: string; device: string | null; isDefault: boolean }[];
  /** Of the line item, for clicks that the campaign does not take. */
  fallbackUrl: string | null;
  clientCampaignCode: string;
  partnerCode: string;
}

/** The URL for this kind of device, else the default. */
export const urlFor = ({ urls }: Destination, device: string): string | null =>
  (urls.find((one) => one.device === device) ?? urls.find(({ isDefault }) => isDefault))?.url ?? null;

/** A part of a path that is only dots would lead to another place on the same site. */
const withoutDots = (value: string): string => (/^\.{1,2}$/.test(value) ? '' : value);

/**
 * The address that a visitor is sent to: the stored one with its macros filled, and never another. What the link carries can change
 * neither the protocol nor the host, breaks no line, and the address leads to no link of our own, which would lead on without end.
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
