import { type Labels, ownWords } from '@paceline/contract';
import { expect, it } from 'vitest';
import { fieldPanel, inWords } from './prepare-fields.ts';
import { defaultQuestion, withField } from '../prepare-question.ts';

const member = (key: string, label = key, hidden = false) => ({ key, label, kind: '', hidden });
const DIMENSIONS = [
  member('campaign', 'Campaign'),
  member('state', 'State'),
  member('adGroup', 'Ad Group'),
  member('path', 'Page'),
];
const MEASURES = [
  member('spend', 'Spend'),
  member('validLeads', 'Valid Leads'),
  member('impressions', 'Impressions'),
  member('enrollments', 'Enrollments'),
  member('budget', 'Budget'),
  member('callConversions', 'Call Conversions', true),
];
const panel = (change = {}, search = '') =>
  fieldPanel({
    question: { ...defaultQuestion('ag'), measures: ['spend'], ...change },
    dimensions: DIMENSIONS,
    measures: MEASURES,
    group: 'ag',
    search,
  });
const all = (topics: { fields: { key: string; reason: string | null }[] }[]) => topics.flatMap(({ fields }) => fields);

it('lists used fields first, then by topic, hidden measures separately', () => {
  const { inUse, measures, more } = panel({ dimensions: ['campaign'] });
  expect(inUse.map(({ key }) => key)).toEqual(['campaign', 'spend']);
  expect(measures.map(({ title }) => title)).toEqual(['Inquiries', 'Outcomes', 'Plan', 'Ad platforms']);
  expect(all(more).map(({ key }) => key)).toEqual(['callConversions']);
});

it('disables incompatible fields, with the reason', () => {
  const { measures, dimensions } = panel({ dimensions: ['state'] });
  const reasons = Object.fromEntries(all([...measures, ...dimensions]).map(({ key, reason }) => [key, reason]));
  expect(reasons['validLeads']).toBeNull();
  expect(reasons['impressions']).toContain('Ad platforms report impressions');
  expect(reasons['budget']).toContain('not for a campus, a program or a state');
  expect(reasons['adGroup']).toContain('nothing has both');
});

it('finds the fields used by formulas and filters', () => {
  const formulas = [{ key: 'own1', label: 'x', expression: 'impressions * 2', kind: 'count' }];
  expect(all(panel({ formulas }).dimensions).find(({ key }) => key === 'state')?.reason).toContain('Ad platforms');
  const filters = [{ member: 'adGroup', operator: 'set', values: [] }];
  expect(all(panel({ filters }).measures).find(({ key }) => key === 'validLeads')?.reason).toContain('ad group');
});

it('omits dimensions without any compatible measure, and searches label and name', () => {
  expect(all(panel().dimensions).map(({ key }) => key)).not.toContain('path');
  expect(all(panel({}, 'stat').dimensions).map(({ key }) => key)).toEqual(['state']);
  expect(panel({}, 'nothing like it').isEmpty).toBe(true);
  expect(withField(defaultQuestion('ag'), 'dimensions', 'state').dimensions).toEqual(['channel', 'state']);
});

it('labels measures like the response’s columns: by vertical, overridden by the owner', () => {
  const labels = (vertical: 'education' | 'home', own: Labels | null) =>
    inWords(MEASURES, { vertical }, own, 'ag').map(({ label }) => label);
  expect(labels('education', null)).toContain('Enrollments');
  expect(labels('home', null)).toContain('Sales');
  const own: Labels = { set: 'default', own: { enrollment: ownWords('Matriculation') } };
  expect(labels('education', own)).toContain('Matriculations');
  expect(labels('education', own)).toContain('Spend');
});
