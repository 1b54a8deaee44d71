import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calculate, type CalculationOf } from './arithmetic.ts';

const of = (text: string, over: Partial<CalculationOf> = {}) =>
  calculate(text, { current: 50, decimals: 0, signed: false, ...over });
const value = (text: string, over?: Partial<CalculationOf>) => {
  const done = of(text, over);
  return done && 'value' in done ? done.value : done;
};

it('evaluates input that begins with =', () => {
  expect(value('=50+5')).toBe(55);
  expect(value('= (10 + 5) * 2')).toBe(30);
  expect(value('=1,200/4')).toBe(300);
  expect(value('=50+10%')).toBe(55);
  expect(value('=200*10%')).toBe(20);
  expect(value('=2*-3+10')).toBe(4);
  expect(value('=0.1+0.2', { decimals: 2 })).toBe(0.3);
  expect(of('=50+5')).toEqual({ value: 55, words: '50+5 = 55' });
});

it('input that begins with an operator changes the cell’s value', () => {
  expect(value('+10%')).toBe(55);
  expect(value('-10%')).toBe(45);
  expect(value('-5')).toBe(45);
  expect(value('+5')).toBe(55);
  expect(value('*1.5')).toBe(75);
  expect(value('÷2')).toBe(25);
  expect(of('+10%')).toEqual({ value: 55, words: '50 +10% = 55' });
});

it('a leading sign belongs to the number where the cell allows negative numbers', () => {
  expect(of('-5', { signed: true })).toBeNull();
  expect(of('+5', { signed: true })).toBeNull();
  expect(value('+10%', { signed: true })).toBe(55);
  expect(value('=-5', { signed: true })).toBe(-5);
});

it('reports rounding', () => {
  expect(of('+10%', { current: 55 })).toEqual({ value: 61, words: '55 +10% = 61 (rounded from 60.5)' });
  expect(of('+10%', { current: 55.5, decimals: 2 })).toEqual({ value: 61.05, words: '55.5 +10% = 61.05' });
});

it('leaves plain values alone and refuses invalid calculations', () => {
  for (const text of ['50', '1,200', '$5', '', 'abc', '12%']) expect(of(text)).toBeNull();
  for (const text of ['=', '=50+', '=abc', '=(5', '=5)', '=1 2', '=5/0', '+', '+x', '=%', '=2**3', '=1..2'])
    expect({ text, of: of(text) }).toEqual({ text, of: { error: expect.stringContaining('is not a calculation') } });
  expect(of('+5', { current: null })).toEqual({ error: 'The cell is empty: there is nothing to change by “+5”' });
});

it('agrees with ordinary addition, subtraction and multiplication', () => {
  const whole = fc.integer({ min: 0, max: 100_000 });
  fc.assert(
    fc.property(whole, whole, whole, (a, b, c) => {
      expect(value(`=${a}+${b}*${c}`)).toBe(a + b * c);
      expect(value(`=(${a}+${b})*${c}`)).toBe((a + b) * c);
      expect(value(`+${b}`, { current: a })).toBe(a + b);
      expect(value(`-${b}`, { current: a })).toBe(a - b);
      expect(value(`=${a}+${b}-${b}`)).toBe(a);
    }),
  );
});

it('never throws and never returns a non-number', () => {
  const letters = fc.constantFrom('1', '20', '+', '-', '*', '/', '%', '(', ')', ' ', '=', 'x', '.');
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 12 }), (parts) => {
      const done = of(`=${parts.join('')}`);
      expect(done && ('error' in done || Number.isInteger(done.value))).toBe(true);
    }),
  );
});
