import { expect, test } from 'vitest';
import { fillMacros, macroValues, type TrackingUrl, trackingProblems } from './tracking.ts';

const click: TrackingUrl = {
  type: 'CLICK',
  name: 'Form',
  url: 'https://school.example/?c={cid}',
  deviceType: null,
  isDefault: true,
  active: true,
};

test('macros are replaced and encoded; unknown ones stay', () => {
  const values = macroValues('CLICK', { campaign_code: 'A&B 1', source: '{cid}' });
  expect(fillMacros('https://x.example/{campaign_code}?s={source}&o={other}&{}', values)).toBe(
    'https://x.example/A%26B%201?s=%7Bcid%7D&o={other}&{}',
  );
});

test('names of built-in object properties are not macros', () => {
  const url = 'https://x.example/?a={constructor}&b={toString}';
  expect(fillMacros(url, macroValues('CLICK'))).toBe(url);
  expect(trackingProblems([{ ...click, url }], false)).toMatchObject([{ message: 'Unknown macro {constructor}.' }]);
});

test('macros of ad platforms are left unchanged', () => {
  const url = 'https://school.example/?kw={keyword}&m={matchtype}';
  expect(trackingProblems([{ ...click, url }], true)).toEqual([]);
  expect(trackingProblems([{ ...click, url }], false)).toHaveLength(1);
});

test('an inactive click URL needs no default', () => {
  expect(trackingProblems([{ ...click, isDefault: false, active: false }], false)).toEqual([]);
  expect(trackingProblems([{ ...click, active: false }], false)).toMatchObject([{ index: 0, field: 'isDefault' }]);
});

test('a long hostile URL is scanned in linear time', () => {
  // Takes a tenth of a second; a pattern that backtracks at every brace would exceed the test's time limit.
  const url = `https://${'{'.repeat(1_000_000)}${'}'.repeat(1_000_000)}`;
  expect(trackingProblems([{ ...click, url }], false)).toHaveLength(1);
});

test('a macro cannot set the host of a target or postback URL', () => {
  for (const type of ['CLICK', 'POSTBACK', 'PIXEL'] as const)
    expect(
      trackingProblems([{ ...click, type, isDefault: false, active: false, url: 'https://{s1}/x' }], false),
    ).toMatchObject([{ field: 'url', message: 'The host must hold no macro.' }]);
  expect(trackingProblems([{ ...click, url: 'https://school.example/{s1}' }], false)).toEqual([]);
});
