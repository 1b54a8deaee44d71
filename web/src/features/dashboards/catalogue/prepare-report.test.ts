import { CATALOGUE } from '@paceline/contract';
import { expect, it } from 'vitest';
import { chosenAttributes, choicesOf, slotsOf } from './prepare-report.ts';

it('reads distinct attributes from an address, and adds missing ones', () => {
  expect(chosenAttributes({ attributes: 'AGE,AGE' }, 2)).toEqual(['AGE', 'STATE']);
  expect(chosenAttributes({ attributes: 'nothing,MILITARY_STATUS' }, 1)).toEqual(['MILITARY_STATUS']);
  expect(chosenAttributes({}, 2)).toEqual(['STATE', 'DEVICE_TYPE']);
});

it('filters a report by the campaign in its address, by key if possible, otherwise by code', () => {
  expect(choicesOf(CATALOGUE.publishersources, {}, '12')).toEqual({ campaignKeys: [12] });
  expect(choicesOf(CATALOGUE.enroll_by_state, {}, '12')).toEqual({ campaignCodes: ['12'] });
  expect(choicesOf(CATALOGUE.attributes, { attributes: 'AGE' }, 'HTI-1')).toEqual({
    attributes: ['AGE'],
    campaignCodes: ['HTI-1'],
  });
  expect(choicesOf(CATALOGUE.analysis, { outcome: 'start' }, undefined)).toEqual({ kpi: 'start' });
  expect(choicesOf(CATALOGUE.pacing, { outcome: 'start', attributes: 'AGE' }, undefined)).toEqual({});
});

it('gives each part an anchor for addresses', () => {
  for (const [name, report] of Object.entries(CATALOGUE)) {
    const slots = slotsOf(name as keyof typeof CATALOGUE, report).map(({ slot }) => slot);
    expect(new Set(slots).size).toBe(report.parts.length);
    for (const slot of slots) expect(slot).toMatch(/^[a-zA-Z]+$/);
  }
});
