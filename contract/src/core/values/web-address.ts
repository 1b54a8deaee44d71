import { z } from 'zod';

export const MAX_ADDRESS = 2000;

/** URL parsers drop or encode these, so that another address would be stored than the one that was read. */
const READ_OTHERWISE = /[\s\p{Cc}\\]/u;

const URL_OF = { https: z.url({ protocol: /^https$/ }), web: z.url({ protocol: /^https?$/ }) };

/** Whether the text is a web address in which a URL parser changes nothing but its case: no spaces, line ends or control characters. */
export const isWebAddress = (text: string, protocol: keyof typeof URL_OF = 'web'): boolean =>
  !READ_OTHERWISE.test(text) && URL_OF[protocol].safeParse(text).success;

/**
 * An address that the product sends to or links to. A string without a format in JSON Schema: serialisers check formats in unions, and one
 * address that they read differently would fail a whole answer.
 */
export const webAddress = ({ error, protocol = 'web' }: { error: string; protocol?: keyof typeof URL_OF }) =>
  z
    .string()
    .trim()
    .max(MAX_ADDRESS, 'must have at most 2,000 characters')
    .refine((text) => isWebAddress(text, protocol), error);
