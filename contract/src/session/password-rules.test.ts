import { expect, test } from 'vitest';
import { brokenPasswordRules } from './password-rules.ts';

const broken = (password: string, userName = 'ada.lovelace') =>
  brokenPasswordRules(password, userName).map(({ code }) => code);

test.each([
  ['Correct#Horse9', []],
  ['correct#horse9', ['uppercase']],
  ['CORRECT#HORSE9', ['lowercase']],
  ['Correct#Horses', ['number']],
  ['Correct!Horse9', ['special']],
  ['Short#Horse9', []],
  ['Shor#Horse9', ['length']],
  [`Aa1#${'x'.repeat(124)}`, []],
  [`Aa1#${'x'.repeat(125)}`, ['length']],
  ['Ada.Lovelace#9', ['userName']],
  ['Ünïcode #9 пароль', []],
  ['', ['uppercase', 'lowercase', 'number', 'special', 'length']],
])('%s breaks %o', (password, codes) => {
  expect(broken(password)).toEqual(codes);
});

test('the rule about the user name needs a user name', () => {
  expect(broken('Correct#Horse9', '')).toEqual([]);
});
