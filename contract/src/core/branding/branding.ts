import { z } from 'zod';
import { colourProblem } from './colour.ts';

/** Bounds of an uploaded logo. It is stored as a new PNG of at most `width` by `height`. */
export const LOGO = { bytes: 500_000, width: 480, height: 160, maxSide: 4000, minSide: 16 } as const;
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

const NAME_MESSAGE = 'A name has at most 60 characters, in one line.';
const ADDRESS_MESSAGE = 'Use 3 to 40 small letters, digits and dashes, such as north-college.';

const signInAddressSchema = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/, ADDRESS_MESSAGE);

const colour = z
  .string()
  .trim()
  .toLowerCase()
  .superRefine((value, context) => {
    const message = colourProblem(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** What somebody decides about a brand. Empty name and null colour: as for the agency, or the product. */
export const brandingFormSchema = z.strictObject({
  /** The version that was read; 0 if nothing was saved yet. */
  rowVersion: z.int().nonnegative(),
  name: z
    .string()
    .trim()
    .max(60, NAME_MESSAGE)
    .regex(/^\P{Cc}*$/u, NAME_MESSAGE),
  colour: colour.nullable(),
  /** The word in the address of its sign-in page; the agency's has none. */
  address: signInAddressSchema.nullable(),
  /** A new picture as base64; null removes it. */
  logo: z.union([z.literal('keep'), z.null(), z.strictObject({ content: z.base64().max(700_000) })]),
});
export type BrandingForm = z.output<typeof brandingFormSchema>;

const logoSchema = z.object({
  /** Path of the picture: named by its content, so it never changes. */
  path: z.string(),
  width: z.int(),
  height: z.int(),
});
export type Logo = z.infer<typeof logoSchema>;

/** A brand as it was decided. */
export const storedBrandingSchema = z.object({
  rowVersion: z.int(),
  name: z.string(),
  colour: z.string().nullable(),
  address: z.string().nullable(),
  logo: logoSchema.nullable(),
});
export type StoredBranding = z.infer<typeof storedBrandingSchema>;

/** A brand as it is shown: the owner's, else the agency's, else the product's (empty). */
export const shownBrandingSchema = z.object({
  name: z.string(),
  colour: z.string().nullable(),
  logo: logoSchema.nullable(),
});
export type ShownBranding = z.infer<typeof shownBrandingSchema>;

export const NO_BRANDING: ShownBranding = { name: '', colour: null, logo: null };

/** Name and logo belong together: an agency's logo beside an owner's name would be neither's. */
export const mergedBranding = (own: ShownBranding | null, agency: ShownBranding | null): ShownBranding => {
  const isOwn = own !== null && (own.name !== '' || own.logo !== null);
  const { name, logo } = (isOwn ? own : agency) ?? NO_BRANDING;
  return { name, logo, colour: own?.colour ?? agency?.colour ?? null };
};
