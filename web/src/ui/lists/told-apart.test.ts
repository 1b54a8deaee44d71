import { expect, it } from 'vitest';
import { endOf, toldApart } from './told-apart.ts';

it('keeps the last words of a long name, and a short name whole', () => {
  expect(endOf('Hartwell Midwest All Programs - BrightPath')).toBe(' - BrightPath');
  expect(endOf('Hartwell Midwest')).toBe('');
  expect(endOf('Hartwell-Midwest-Automotive-Technology')).toBe('Technology');
});

it('shortens similar names in the middle, and others at the end', () => {
  const names = [
    'Hartwell Midwest All Programs - BrightPath',
    'Hartwell Midwest All Programs - CampusCrew',
    'Lakeshore Nursing and Allied Health Online',
    'Search',
  ];
  const cut = toldApart(names, 22);
  expect(cut).toEqual(['Hartwell Mi…BrightPath', 'Hartwell Mi…CampusCrew', 'Lakeshore Nursing and…', 'Search']);
  expect(new Set(cut).size).toBe(4);
  expect(Math.max(...cut.map(({ length }) => length))).toBeLessThanOrEqual(22);
});

it('omits the common prefix', () => {
  const names = ['Crestview Undergraduate Business - Google Ads', 'Crestview Graduate Nursing - Google Ads'];
  expect(toldApart(names, 18)).toEqual(['Undergraduate Bus…', 'Graduate Nursing…']);
  expect(toldApart(['Ohio', 'Ohio North'], 18)).toEqual(['Ohio', 'Ohio North']);
});

it('leaves equal names equal', () => {
  expect(new Set(toldApart(['The same long name of a campaign', 'The same long name of a campaign'], 12)).size).toBe(1);
});
