import { figureCardQuestion, type QuestionFilter } from '@paceline/contract';
import { expect, it } from 'vitest';
import { defaultQuestion } from '../prepare-question.ts';
import { isOverridden, overridden, readOverride, writtenOverride } from './prepare-override.ts';

const inTexas: QuestionFilter = { member: 'state', operator: 'equals', values: ['TX'] };
const ofPpl: QuestionFilter = { member: 'channel', operator: 'equals', values: ['PPL'] };
const labelOf = (member: string): string => (member === 'state' ? 'State' : 'Channel');

it('is in the address, and what cannot be read there is left out', () => {
  const override = { period: { range: 'lastMonth' as const }, filters: [inTexas] };
  const written = writtenOverride(override);
  expect(written).toEqual({
    range: 'lastMonth',
    from: undefined,
    to: undefined,
    filters: '[{"member":"state","operator":"equals","values":["TX"]}]',
  });
  expect(readOverride(written)).toEqual(override);
  const days = { from: '2026-10-01', to: '2026-10-31' };
  expect(readOverride(writtenOverride({ period: days, filters: [] }))).toEqual({ period: days, filters: [] });
  const none = { period: null, filters: [] };
  for (const broken of [{}, { range: 'always' }, { from: '2026-10-31', to: '2026-10-01' }, { filters: '{' }])
    expect(readOverride(broken)).toEqual(none);
  expect(readOverride({ filters: '[{"member":"spend","operator":"gt","values":["1"]}]' })).toEqual(none);
  expect([isOverridden(none), isOverridden(override)]).toEqual([false, true]);
});

it('gives a card the dashboard’s dates and filters beside its own', () => {
  const own = { ...defaultQuestion('ag'), measures: ['validLeads'], filters: [ofPpl] };
  const { question, notes } = overridden(own, { period: { range: 'last7' }, filters: [inTexas] }, 'ag', labelOf);
  expect(question).toEqual({ ...own, period: { range: 'last7' }, filters: [ofPpl, inTexas] });
  expect(notes).toEqual([]);
  expect(overridden(own, { period: null, filters: [] }, 'ag', labelOf).question).toEqual(own);
});

it('leaves out a filter that a card cannot take, and says which and why', () => {
  const clicks = figureCardQuestion({ measure: 'impressions', period: { range: 'thisMonth' }, filters: [] });
  const { question, notes } = overridden(clicks, { period: null, filters: [inTexas, ofPpl] }, 'ag', labelOf);
  expect(question.filters).toEqual([ofPpl]);
  expect(notes).toEqual([expect.stringMatching(/^Not filtered \(State is TX\): .*platform/i)]);
  const full = { ...clicks, filters: Array.from({ length: 30 }, () => ofPpl) };
  expect(overridden(full, { period: null, filters: [ofPpl] }, 'ag', labelOf).notes).toEqual([
    'Not filtered (Channel is PPL): A card has at most 30 filters.',
  ]);
});
