import { expect, test } from 'vitest';
import { DELIVERY_SCHEDULE } from './schedule.ts';
import { breakerOpenUntil, nextTryAt } from './schedule.ts';
import { type DeliverySettings, deliverySettingsSchema, losesCredential } from './endpoint.ts';
import { DELIVERY_FIELD_NAMES, type DeliveryValues, fillTemplate, templateProblem } from './fields.ts';

const ACCEPTED = new Date('2026-03-10T15:00:00Z');
const after = (minutes: number): Date => new Date(ACCEPTED.getTime() + minutes * 60_000);
const HOURS = 60;
const DAYS = 24 * HOURS;

test.each([
  [0, 1],
  [0.5, 1],
  [1, 5],
  [7, 15],
  [30.1, 60],
  [60, 5 * HOURS],
  [60.5, 5 * HOURS],
  [5 * HOURS, 9 * HOURS],
  [69 * HOURS + 1, 4 * DAYS],
  [4 * DAYS, 5 * DAYS],
  [6 * DAYS + 1, 7 * DAYS],
])('an attempt that failed %d minutes after arrival is repeated at minute %d', (minutes, next) => {
  expect(nextTryAt(ACCEPTED, after(minutes))).toEqual(after(next));
});

test('nothing is sent automatically after a week', () => {
  expect(nextTryAt(ACCEPTED, after(7 * DAYS))).toBeNull();
});

test('the tenth consecutive failure pauses sending for 15 minutes, the ninth does not', () => {
  expect(breakerOpenUntil(DELIVERY_SCHEDULE.breakerFailures - 1, ACCEPTED)).toBeNull();
  expect(breakerOpenUntil(10, ACCEPTED)).toEqual(after(15));
});

const settings = (over: object): DeliverySettings =>
  deliverySettingsSchema.parse({
    method: 'JSON',
    url: 'https://leads.one.example/intake',
    auth: { kind: 'BEARER' },
    fields: [{ name: 'email', template: '{email}' }],
    ...over,
  });

test.each([
  [{ url: 'https://leads.one.example/other' }, false],
  [{ url: 'https://leads.two.example/intake' }, true],
  [{ url: 'https://leads.one.example:8443/intake' }, true],
  [{ testUrl: 'https://test.one.example/' }, true],
  [{ testUrl: 'https://leads.one.example/test' }, false],
  [{ auth: { kind: 'BASIC', userName: 'x' } }, true],
])('%o clears the credential: %s', (over, expected) => {
  expect(losesCredential(settings({}), settings(over))).toBe(expected);
});

test('a name used for an object cannot hold a text, and no name is used twice', () => {
  const fields = (...names: string[]) =>
    deliverySettingsSchema.safeParse({ ...settings({}), fields: names.map((name) => ({ name, template: 'x' })) })
      .success;
  expect(fields('person.first', 'person.last')).toBe(true);
  expect(fields('person', 'person.last')).toBe(false);
  expect(fields('a', 'a')).toBe(false);
});

test('templates replace known fields and filters', () => {
  const values = Object.fromEntries(DELIVERY_FIELD_NAMES.map((name) => [name, name])) as DeliveryValues;
  expect(fillTemplate('{firstName} {lastName|upper}', values)).toBe('firstName LASTNAME');
  expect(fillTemplate('{phone|digits}', { ...values, phone: '(614) 232-0199' })).toBe('6142320199');
  // What is shown of a try says that it is masked.
  expect(fillTemplate('{phone|digits}', { ...values, phone: '•••7714' })).toBe('•••7714');
  expect(templateProblem('{firstName}, {zip}')).toBeNull();
  expect(templateProblem('{nickname}')).toBe('Unknown field {nickname}.');
  expect(templateProblem('{zip|rot13}')).toBe('Unknown filter in {zip|rot13}.');
  expect(templateProblem('{zip')).toBe('A brace is not closed.');
  // Typed values are not templates: braces in them are unchanged.
  expect(fillTemplate('{city}', { ...values, city: '{email}' })).toBe('{email}');
});
