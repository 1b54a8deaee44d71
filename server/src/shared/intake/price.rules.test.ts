import { expect, test } from 'vitest';
import { POSTED_AT, someLead, someRules } from '../../testing/factories/intake.ts';
import { priceAt } from './price.rules.ts';

const prices = [
  {
    validFrom: new Date('2026-12-01T05:00:00Z'),
    client: { desktop: 80, tablet: null, mobile: null },
    media: { desktop: 60, tablet: null, mobile: null },
  },
  {
    validFrom: new Date('2026-01-01T05:00:00Z'),
    client: { desktop: 55.5, tablet: null, mobile: 50 },
    media: { desktop: 42, tablet: null, mobile: 38 },
  },
];
const [program, ...programs] = someRules().programs;
const [source, ...sources] = someRules().sources;

test.each([
  ['desktop', 'desktop', {}, { client: 55.5, media: 42 }],
  ['mobile', 'mobile', {}, { client: 50, media: 38 }],
  ['tablet without a price', 'tablet', {}, { client: 55.5, media: 42 }],
  ['a program’s', 'mobile', { programs: [{ ...program!, priceOverride: 30 }, ...programs] }, { client: 50, media: 30 }],
  [
    'a source’s before a program’s',
    'desktop',
    {
      programs: [{ ...program!, priceOverride: 30 }, ...programs],
      sources: [{ ...source!, priceOverride: 0 }, ...sources],
    },
    { client: 55.5, media: 0 },
  ],
] as const)('%s price', (_, deviceType, over, expected) => {
  expect(priceAt(someRules({ prices, ...over }), someLead({ deviceType }), POSTED_AT)).toEqual(expected);
});

test('a price applies from its day on, and there is none before the first', () => {
  const lead = someLead({ deviceType: 'desktop' });
  expect(priceAt(someRules({ prices }), lead, new Date('2026-12-02T00:00:00Z'))?.client).toBe(80);
  expect(priceAt(someRules({ prices }), lead, new Date('2025-12-31T00:00:00Z'))).toBeNull();
});
