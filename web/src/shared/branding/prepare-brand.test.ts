import { BRAND_SURFACES, contrastOf, MIN_CONTRAST } from '@paceline/contract';
import { expect, it } from 'vitest';
import { brandVariables } from './prepare-brand.ts';

it.each(['#0a5f99', '#7a1f5c', '#000000'])(
  'links in %s can be read in both schemes, and white text on its buttons',
  (colour) => {
    for (const scheme of ['light', 'dark'] as const) {
      const variables = brandVariables(colour, scheme);
      expect(contrastOf(variables['--pl-accent-text']!, BRAND_SURFACES[scheme])).toBeGreaterThanOrEqual(MIN_CONTRAST);
      expect(variables['--mantine-color-anchor']).toBe(variables['--pl-accent-text']);
      for (const name of ['--mantine-color-brand-filled', '--mantine-color-brand-filled-hover'])
        expect(contrastOf(variables[name]!, '#ffffff')).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
  },
);
