import { reportQuestionSchema, widgetColumns } from '@paceline/contract';
import { expect, it } from 'vitest';
import { questionOf } from './prepare-question.ts';

const OPTIONS = {
  brands: [],
  clients: [
    { key: 3, name: 'Hartwell Ohio' },
    { key: 4, name: 'Hartwell Texas' },
  ],
  models: [],
  campuses: [],
  programs: [],
  channels: [],
  customChannels: [],
  partners: [],
  lineItems: [],
} as never;
const RANGE = { from: '2026-08-01', to: '2026-10-31' };
const place = (widget: 'partnerReport' | 'reportingFunnel') => ({
  slot: 'x',
  widget,
  title: 'x',
  view: 'table' as const,
});

it('opens Media Analysis with the same days, filters and clicked row', () => {
  const columns = widgetColumns('partnerReport', 'default', 'cl');
  const question = questionOf(
    {
      place: place('partnerReport'),
      body: { ownerKey: 1, clientKeys: [3] },
      columns,
      column: null,
      row: { partner: 'BrightPath' },
    },
    { range: RANGE },
    OPTIONS,
    'cl',
  );
  expect(reportQuestionSchema.parse(question)).toEqual(question);
  expect(question).toMatchObject({
    dimensions: ['mediaPartner', 'campaign'],
    filters: [
      { member: 'client', operator: 'equals', values: ['Hartwell Ohio'] },
      { member: 'mediaPartner', operator: 'equals', values: ['BrightPath'] },
    ],
    period: RANGE,
  });
  // A remodeler's measures do not apply to a school.
  expect(question?.measures).toContain('enrollments');
  expect(question?.measures).not.toContain('sales');
});

it('uses the widget’s dimensions for a total, and opens nothing that the builder lacks', () => {
  const columns = widgetColumns('partnerReport', 'default', 'cl');
  const total = { place: place('partnerReport'), body: { ownerKey: 1 }, columns, column: null, row: null };
  expect(questionOf(total, { range: RANGE }, OPTIONS, 'cl')).toMatchObject({
    dimensions: ['mediaPartner'],
    filters: [],
  });
  expect(questionOf({ ...total, place: place('reportingFunnel') }, { range: RANGE }, OPTIONS, 'cl')).toBeNull();
});

it('puts the clicked figure first, and sorts by it', () => {
  const columns = widgetColumns('partnerReport', 'default', 'cl');
  const column = columns.find(({ metric }) => metric === 'enrollments')!;
  const clicked = { place: place('partnerReport'), body: { ownerKey: 1 }, columns, column, row: null };
  const question = questionOf(clicked, { range: RANGE }, OPTIONS, 'cl');
  expect(question?.measures[0]).toBe('enrollments');
  expect(question?.measures).toHaveLength(
    questionOf({ ...clicked, column: null }, { range: RANGE }, OPTIONS, 'cl')!.measures.length,
  );
  expect(question?.order).toEqual([{ member: 'enrollments', direction: 'desc' }]);
});
