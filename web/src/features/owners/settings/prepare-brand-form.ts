import {
  type BrandingForm,
  brandingFormSchema,
  LOGO,
  LOGO_TYPES,
  type Logo,
  type ShownBranding,
  type StoredBranding,
} from '@paceline/contract';

import { field, group, type Rule, text } from '../../../shared/form/prepare-merge.ts';
import { type FieldProblem, schemaProblems } from '../../../shared/form/prepare-refusal.ts';

/** A chosen picture as a data URL; `keep` for the stored one, empty for none. */
export interface BrandValues {
  name: string;
  colour: string;
  address: string;
  logo: string;
}

export const brandValues = ({ name, colour, address, logo }: StoredBranding): BrandValues => ({
  name,
  colour: colour ?? '',
  address: address ?? '',
  logo: logo === null ? '' : 'keep',
});

const orNull = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim());

/** As it is sent. `keep` stands for no logo as well, where there was none. */
export const sentBrand = (values: BrandValues, stored: StoredBranding): BrandingForm => ({
  rowVersion: stored.rowVersion,
  name: values.name.trim(),
  colour: orNull(values.colour)?.toLowerCase() ?? null,
  address: orNull(values.address),
  logo: values.logo.startsWith('data:')
    ? { content: values.logo.slice(values.logo.indexOf(',') + 1) }
    : values.logo === 'keep' || stored.logo === null
      ? 'keep'
      : null,
});

export const brandProblems = (values: BrandValues, stored: StoredBranding): FieldProblem[] =>
  schemaProblems(brandingFormSchema, sentBrand(values, stored));

export const brandRule: Rule<BrandValues> = group<BrandValues>({
  name: text('Name'),
  colour: text('Colour'),
  address: text('Sign-in address'),
  logo: field('Logo', (logo) => (logo === '' ? 'No logo' : logo === 'keep' ? 'The saved logo' : 'A new logo')),
});

/** Why a chosen file is no logo, before it is read; the server looks into it. */
export const fileProblem = ({ type, size }: Pick<File, 'type' | 'size'>): string | null => {
  if (!(LOGO_TYPES as readonly string[]).includes(type)) return 'Choose a PNG, JPEG or WebP picture.';
  return size > LOGO.bytes ? `Choose a picture of at most ${LOGO.bytes / 1000} kB.` : null;
};

/** The brand as the form would save it. A new picture's size is not needed: it is drawn by its height. */
export const previewOf = (
  { name, logo }: BrandValues,
  stored: StoredBranding,
): Pick<ShownBranding, 'name'> & {
  logo: Pick<Logo, 'path'> | null;
} => ({
  name: name.trim(),
  logo: logo === 'keep' ? stored.logo : logo === '' ? null : { path: logo },
});
