import { expect, test } from 'vitest';
import { basisText, formulaText, sourcesOf } from './explain.ts';
import { METRIC_KEYS, METRICS } from '../metrics.ts';

test('every metric explains its formula in words, with the owner’s stage labels', () => {
  const texts = METRIC_KEYS.map((key) => ({ key, text: formulaText(key, 'default') }));
  expect(texts.filter(({ text }) => !/^[A-Z(].{3,}/.test(text) || /[{}]|undefined/.test(text))).toEqual([]);
  const derived = texts.filter(({ key }) => METRICS[key].basis === 'derived');
  expect(derived.filter(({ text }) => !/ [÷−+×] | left /.test(text))).toEqual([]);
  expect(formulaText('cpl', 'default')).toBe('Spend ÷ valid inquiries');
  expect(formulaText('ctr', 'default')).toBe('Clicks on platforms ÷ impressions, in percent');
  expect(formulaText('cpe', 'sales')).not.toBe(formulaText('cpe', 'default'));
});

test('outcomes say which of their two dates they are counted by', () => {
  expect(basisText('enrollments')).toContain('for the inquiries of these days');
  expect(basisText('mtdEnrollments')).toContain('on the day they happened');
  expect(basisText('matureCpe')).toContain('weighted by maturity');
  expect(basisText('historicalEnrollRate')).toContain('fully matured');
  expect(basisText('spend')).toBe('Counted on the day it happened.');
});

test('a metric waits for the sources of its parts and no others', () => {
  expect([...sourcesOf('cpl')]).toEqual(['leads', 'platform']);
  expect([...sourcesOf('validLeads')]).toEqual(['leads']);
  expect([...sourcesOf('ctr')]).toEqual(['platform']);
  expect([...sourcesOf('currentSessions')]).toEqual(['website']);
});
