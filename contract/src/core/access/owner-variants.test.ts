import { expect, test } from 'vitest';
import { OWNER_VARIANTS, PLAIN_VARIANT, presetOf, variantOf } from './owner-variants.ts';

const [preset] = Object.keys(OWNER_VARIANTS) as [keyof typeof OWNER_VARIANTS];

test('an owner’s settings override its preset one by one', () => {
  const owner = { variant: preset, settings: { milestoneExport: true, hiddenWidgets: ['topChannels'] } };
  expect(variantOf(owner)).toEqual({ ...presetOf(preset), milestoneExport: true, hiddenWidgets: ['topChannels'] });
  expect(variantOf({ variant: null, settings: { labels: 'sales' } })).toEqual({ ...PLAIN_VARIANT, labels: 'sales' });
});

test('without preset and settings it is the plain product', () => {
  expect([variantOf(null), variantOf(undefined), variantOf({ variant: null })]).toEqual(Array(3).fill(PLAIN_VARIANT));
});

test('the result is cached per owner until a setting changes', () => {
  const owner = { variant: preset, settings: { cplGoal: true } };
  expect(variantOf(owner)).toBe(variantOf(owner));
  expect(variantOf({ ...owner, settings: {} }).cplGoal).toBe(presetOf(preset).cplGoal);
});
