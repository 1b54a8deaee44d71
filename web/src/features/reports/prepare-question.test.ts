import { excluding, filteredTo, settled, writtenQuestion } from '@paceline/contract';
import { expect, it } from 'vitest';
import {
  defaultQuestion,
  freeFormulaKey,
  movedTo,
  quickStarts,
  withField,
  withFormula,
  withoutField,
  withoutFormula,
  withPivot,
} from './prepare-question.ts';
import { questionOfAddress } from './question-of-address.ts';

const start = defaultQuestion('ag');

it('starts with the last three complete months beside those before', () => {
  expect(start).toMatchObject({ period: { range: 'last3Months' }, granularity: null, compare: 'previous' });
  expect(defaultQuestion('mp').dimensions).toEqual(['campaign']);
  expect(quickStarts('ag').length).toBeGreaterThan(3);
  // A media partner uses its own dimensions only.
  const cut = quickStarts('mp').flatMap(({ question }) => question.dimensions);
  expect(cut.every((name) => ['campaign', 'state', 'publisherSource'].includes(name))).toBe(true);
});

it('round-trips through the address, without defaults', () => {
  const question = filteredTo(withPivot(withField(start, 'dimensions', 'campaign'), 'date'), 'state', 'TX');
  const text = writtenQuestion(question);
  expect(text).not.toContain('null');
  expect(questionOfAddress(text)).toEqual(question);
  expect(questionOfAddress('{"channel":"ppl"')).toBe('broken');
  expect(questionOfAddress('{"channel":"ppl"}')).toBe('broken');
  expect(questionOfAddress(undefined)).toBeNull();
});

it('drops sorting and columns of removed fields', () => {
  const sorted = {
    ...withField(start, 'dimensions', 'campaign'),
    order: [{ member: 'campaign', direction: 'asc' as const }],
  };
  expect(withoutField(sorted, 'dimensions', 'campaign').order).toEqual([]);
  expect(withPivot(sorted, 'campaign')).toMatchObject({ dimensions: ['channel'], pivot: 'campaign', order: [] });
  expect(settled({ ...start, pivot: 'date', granularity: null }).pivot).toBeNull();
  const change = {
    ...start,
    compare: 'previous' as const,
    order: [{ member: 'spendChange', direction: 'asc' as const }],
  };
  expect(settled(change).order).toHaveLength(1);
  expect(settled({ ...change, compare: null }).order).toEqual([]);
});

it('a column field added to rows moves there', () => {
  const pivoted = withPivot(start, 'channel');
  expect(withField(pivoted, 'dimensions', 'channel')).toMatchObject({ dimensions: ['channel'], pivot: null });
});

it('moves a value between others', () => {
  expect(movedTo(start, 'measures', 'cpl', 0).measures.slice(0, 3)).toEqual(['cpl', 'spend', 'validLeads']);
});

it('filters by a value, and excludes several', () => {
  expect(filteredTo(filteredTo(start, 'state', 'TX'), 'state', 'OH').filters).toEqual([
    { member: 'state', operator: 'equals', values: ['OH'] },
  ]);
  expect(filteredTo(start, 'state', null).filters).toEqual([{ member: 'state', operator: 'notSet', values: [] }]);
  expect(excluding(excluding(start, 'state', 'TX'), 'state', 'OH').filters).toEqual([
    { member: 'state', operator: 'notEquals', values: ['TX', 'OH'] },
  ]);
  expect(excluding(start, 'state', null).filters).toEqual([{ member: 'state', operator: 'set', values: [] }]);
});

it('a formula is a value with a free name, removed with its filters and sorting', () => {
  const formula = { key: freeFormulaKey(start), label: 'Each', expression: 'spend / starts', kind: 'dollar' as const };
  const question = withFormula(start, formula);
  expect(question.measures.at(-1)).toBe('own1');
  expect(freeFormulaKey(question)).toBe('own2');
  expect(withFormula(question, { ...formula, label: 'Other' }).formulas).toHaveLength(1);
  const gone = withoutFormula(
    {
      ...question,
      filters: [{ member: 'own1', operator: 'gt', values: ['1'] }],
      order: [{ member: 'own1', direction: 'asc' }],
    },
    'own1',
  );
  expect(gone).toEqual(start);
});
