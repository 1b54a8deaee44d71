import { newValues, type PublisherSourceRecord, sourceRecord } from '@paceline/contract';
import { describe, expect, test } from 'vitest';
import { sourceParts, sourceProblems, sourcesOf } from './prepare-source.ts';

const SOURCE: PublisherSourceRecord = {
  publisherSourceKey: 7,
  aggregatorKey: 2,
  aggregatorName: 'Edu',
  publisherKey: 3,
  publisherName: 'College Finder',
  domain: 'finder.example',
  trafficTypes: ['Email'],
  sourceTag: 'cf_mail',
  displayName: 'Newsletter',
  landingUrls: ['https://finder.example/a', 'https://finder.example/b'],
  disclosureTextKey: null,
  disclosureName: null,
  disclosureWording: null,
  status: 'APPROVED',
  ownStatus: 'APPROVED',
  statusReason: null,
  firstSeen: null,
  notes: '',
  rowVersion: 4,
  history: [],
};
const empty = newValues(sourceRecord);
const filled = { ...empty, aggregatorKey: '2', publisherKey: '3', sourceTag: 'cf_quiz' };
const parts = sourceParts({ publisherKey: (key) => `Publisher ${key}` });

describe('the request', () => {
  test('equals the loaded source if nothing is changed', () => {
    expect(sourcesOf(parts.valuesOf(SOURCE), SOURCE)).toEqual({
      aggregatorKey: 2,
      publisherKey: 3,
      sources: [
        {
          publisherSourceKey: 7,
          rowVersion: 4,
          sourceTag: 'cf_mail',
          displayName: 'Newsletter',
          landingUrls: SOURCE.landingUrls,
          disclosureTextKey: null,
          notes: '',
        },
      ],
    });
  });

  test('uses the tag as the default name, and addresses without duplicates', () => {
    const [sent] = sourcesOf({ ...filled, landingUrls: 'https://a.example/\n\nhttps://a.example/ ' }, null).sources;
    expect(sent).toMatchObject({ displayName: 'cf_quiz', landingUrls: ['https://a.example/'] });
  });
});

test.each([
  [
    empty,
    [
      'aggregatorKey: Choose a media partner.',
      'publisherKey: Choose a publisher or add one.',
      'sourceTag: Enter a source tag.',
    ],
  ],
  [filled, []],
  [{ ...filled, sourceTag: 'a b' }, ['sourceTag: Source tag may have letters, digits and _ . - only.']],
  [
    { ...filled, landingUrls: 'https://a.example/\nhttp://b.example/' },
    ['landingUrls: “http://b.example/” must begin with https://.'],
  ],
])('%o has errors at their fields', (values, expected) => {
  expect(sourceProblems(values).map(({ path, message }) => `${path}: ${message}`)).toEqual(expected);
});

test('merges changes of different fields, and asks about the same field by name', () => {
  const base = parts.valuesOf(SOURCE);
  const place = { path: '', choices: {}, savedBy: () => ({ by: 'Ann', at: null }) };
  const theirs = { ...base, displayName: 'Theirs', publisherKey: '4' };
  const merged = parts.rule()({ base, theirs, mine: { ...base, notes: 'Mine', publisherKey: '5' } }, place);
  expect(merged.value).toMatchObject({ displayName: 'Theirs', notes: 'Mine' });
  expect(merged.conflicts).toMatchObject([{ label: 'Publisher', theirs: 'Publisher 4', mine: 'Publisher 5' }]);
});
