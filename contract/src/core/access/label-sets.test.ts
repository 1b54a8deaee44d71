import { expect, test } from 'vitest';
import { fillLabel, verticalOfLabels } from './label-sets.ts';
import { metricLabel } from '../metrics/metrics.ts';
import { milestoneText } from '../leads/milestones.ts';
import { labelsOf, ownerVariantSchema, PLAIN_VARIANT, sharedWord } from './owner-variants.ts';

const variant = { ...PLAIN_VARIANT, wordContact: 'Talk', wordEnrollment: 'Person / People' };

test('an owner’s own labels override those of its set in every form', () => {
  const labels = labelsOf(variant);
  expect(fillLabel('{enrollment.one} {enrollment.many} {enrollment.per} {start.many}', labels)).toBe(
    'Person People Person Starts',
  );
  expect(metricLabel('mtdContacts', labels, 'ag')).toBe('MTD Talks');
  expect(metricLabel('mtdContacts', 'default', 'ag')).toBe('MTD Contacts');
  expect(metricLabel('mtdInquiries', labels, 'ag')).toBe('MTD Inquiries');
  expect(milestoneText('ENROLLMENT', labels)).toBe('Person');
  expect(verticalOfLabels(labels)).toBe('education');
  const sales = labelsOf({ ...PLAIN_VARIANT, labels: 'sales', wordStart: 'Job' });
  expect(fillLabel('{enrollment.many} {start.many}', sales)).toBe('Sales Jobs');
  expect(verticalOfLabels(sales)).toBe('home');
});

test('labels of an owner are cached; an owner without any uses its set', () => {
  expect(labelsOf(variant)).toBe(labelsOf(variant));
  expect(labelsOf(PLAIN_VARIANT)).toBe('default');
});

test.each([
  ['', true],
  ['Matriculation', true],
  ['Opportunity / Opportunities', true],
  ['A', false],
  ['a / b / c', false],
  ['Sale / ', false],
  ['{start.one}', false],
  ['=cmd', false],
])('%j as a label gives %s', (text, isFine) =>
  expect(ownerVariantSchema.shape.wordEnrollment.safeParse(text).success).toBe(isFine),
);

test('plurals are formed as in English', () => {
  const many = (word: string) => fillLabel('{start.many}', labelsOf({ ...PLAIN_VARIANT, wordStart: word }));
  expect(['Day', 'Entry', 'Class', 'Launch'].map(many)).toEqual(['Days', 'Entries', 'Classes', 'Launches']);
});

test('no two stages share a label', () => {
  expect(sharedWord(PLAIN_VARIANT)).toBeNull();
  expect(sharedWord({ ...PLAIN_VARIANT, labels: 'sales' })).toBeNull();
  expect(sharedWord({ ...PLAIN_VARIANT, wordVisit: 'start' })).toMatchObject({ stages: ['visit', 'start'] });
  expect(sharedWord({ ...PLAIN_VARIANT, wordVisit: 'Inquiry' })).toMatchObject({ stages: ['inquiry', 'visit'] });
});
