import { describe, expect, test } from 'vitest';
import { type DraftBody, EMPTY_DRAFT, WIZARD_STEPS } from './draft.ts';
import { draftProblems, stepOfField } from './draft-problems.ts';

const WHOLE: DraftBody = {
  ...EMPTY_DRAFT,
  owner: {
    ownerName: 'A School',
    description: 'x',
    verticalKey: 1,
    timeZone: 'America/Chicago',
    dedupPeriodInDays: '0',
  },
  brands: [{ id: 'b1', brandName: 'Brand' }],
  clients: [{ id: 'c1', brandId: 'b1', clientName: 'Client', clientCode: 'C', models: ['Ground'] }],
};
const fieldsOf = (draft: DraftBody): string[] => draftProblems(draft).map(({ field }) => field);

describe('problems of a draft owner', () => {
  test('an empty draft lacks its owner, a brand and a client, and nothing that can come later', () => {
    expect(fieldsOf(EMPTY_DRAFT)).toEqual([
      'owner.ownerName',
      'owner.description',
      'owner.verticalKey',
      'brands',
      'clients',
    ]);
    expect(fieldsOf(WHOLE)).toEqual([]);
  });

  test.each(['-1', '731', '1.5', 'ten', '', ' '])(
    'the dedup period “%s” is refused in the words of the field',
    (days) => {
      const draft = { ...WHOLE, owner: { ...WHOLE.owner, dedupPeriodInDays: days } };
      expect(draftProblems(draft)).toMatchObject([
        { field: 'owner.dedupPeriodInDays', message: 'Dedup period must be a whole number of days from 0 to 730.' },
      ]);
    },
  );

  test('an invalid zone and a blank name are refused', () => {
    const owner = { ...WHOLE.owner, timeZone: 'Chicago', ownerName: '   ' };
    expect(fieldsOf({ ...WHOLE, owner })).toEqual(['owner.ownerName', 'owner.timeZone']);
  });

  test('rows refer to existing rows: a client whose brand was removed is reported', () => {
    const other = { ...WHOLE, brands: [{ id: 'b2', brandName: 'Other' }] };
    expect(fieldsOf(other)).toEqual(['clients.0.brandId']);
    const twice = { ...WHOLE, clients: [...WHOLE.clients, { ...WHOLE.clients[0]!, id: 'c2', clientCode: 'c' }] };
    expect(fieldsOf(twice)).toEqual(['clients.1.clientCode']);
  });

  test('campuses are validated only if entered by hand; typed ones are kept otherwise', () => {
    const campus = {
      id: 'k',
      clientId: 'c1',
      model: 'Online',
      campusName: 'K',
      campusCode: '',
      virtual: false,
      zip: '',
    };
    const draft: DraftBody = { ...WHOLE, campuses: [{ ...campus, programs: [] }] };
    expect(fieldsOf(draft)).toEqual([]);
    expect(fieldsOf({ ...draft, education: 'hand' })).toEqual([
      'campuses.0.model',
      'campuses.0.campusName',
      'campuses.0.campusCode',
      'campuses.0.zip',
    ]);
    expect(fieldsOf({ ...WHOLE, education: 'hand' })).toEqual(['campuses']);
  });

  test('every problem names a step', () => {
    const vendor = { id: 'v', platformKey: null, clientId: '', accountId: '', accountName: '', feePercent: '101' };
    const draft: DraftBody = { ...EMPTY_DRAFT, education: 'hand', dedupConfigKey: 99, vendors: [vendor] };
    const steps = new Set(fieldsOf(draft).map(stepOfField));
    expect([...steps]).toEqual(WIZARD_STEPS.filter((step) => step !== 'review'));
  });
});
