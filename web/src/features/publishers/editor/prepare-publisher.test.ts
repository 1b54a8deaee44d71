import { expect, test } from 'vitest';
import { publisherOf, publisherParts, type PublisherValues } from './prepare-publisher.ts';

const NEW_PUBLISHER = publisherParts.newValues();
const FILLED: PublisherValues = { ...NEW_PUBLISHER, publisherName: 'College Finder', trafficTypes: ['SMS', 'Email'] };

test('sends traffic in list order, and a reason only with a block', () => {
  expect(publisherOf({ ...FILLED, domain: ' ', reason: 'Old' })).toMatchObject({
    domain: null,
    trafficTypes: ['Email', 'SMS'],
    reason: '',
  });
});

test.each([
  [FILLED, []],
  [NEW_PUBLISHER, ['publisherName: Enter a name.', 'trafficTypes: Choose at least one kind of traffic.']],
  [{ ...FILLED, domain: 'https://a.example' }, ['domain: Domain must look like example.com.']],
  [{ ...FILLED, status: 'BLOCKED' as const }, ['reason: Enter a reason.']],
])('%o has errors at their fields', (values, expected) => {
  expect(publisherParts.problems(values).map(({ path, message }) => `${path}: ${message}`)).toEqual(expected);
});
