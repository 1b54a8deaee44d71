import { CRITERIA_PARAMETERS, isPostParameter } from '@paceline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { POSTED_AT, SOME_POST, someLead, someRules, withCriteria } from '../../testing/factories/intake.ts';
import { type CampaignRules } from './campaign-rules.ts';
import { deviceOf } from './read/device.rules.ts';
import { isPattern } from './read/patterns.ts';
import { readEmail, readPhone, readState, readZip } from './read/values.ts';
import { readPost } from './read-post.ts';

const read = (over: object, rules: CampaignRules = someRules()) =>
  readPost({ ...SOME_POST, ...over }, rules, POSTED_AT);
const criterion = (parameter: string, over: object): CampaignRules =>
  withCriteria({ fields: [{ parameter, required: false, ...over }] });

describe('fields of a post', () => {
  test('all errors are reported at once, in the order of the parameters', () => {
    const errors = readPost({ email: 'x', zip: 1, tcpaConsent: 'maybe' }, someRules(), POSTED_AT);
    expect(errors).toMatchObject({
      errors: [
        { code: 'REQ_MISSING', field: 'firstName' },
        { code: 'REQ_MISSING', field: 'lastName' },
        { code: 'FMT_EMAIL', field: 'email' },
        { code: 'REQ_MISSING', field: 'phone' },
        { code: 'FMT_ZIP', field: 'zip' },
        { code: 'REQ_MISSING', field: 'programCode' },
        { code: 'REQ_MISSING', field: 'publisherSource' },
        { code: 'REQ_MISSING', field: 'landingPageUrl' },
        { code: 'REQ_MISSING', field: 'ipAddress' },
        { code: 'VAL_NOT_ALLOWED', field: 'tcpaConsent' },
        { code: 'REQ_MISSING', field: 'tcpaText' },
      ],
    });
  });

  test.each<[string, unknown]>([
    ['a list', { email: ['a@b.co', 'c@d.co'] }],
    ['an object', { email: { toString: 'a@b.co' } }],
    ['half a character', { email: 'a\ud800@b.co' }],
    ['a character that nothing stores', { email: 'a\0@b.co' }],
    ['a number that is none', { email: Number.NaN }],
  ])('%s is an invalid value, reported once', (_, over) => {
    expect(read(over as object)).toMatchObject({ errors: [{ code: 'VAL_NOT_ALLOWED', field: 'email' }] });
  });

  test.each(['__proto__', 'constructor', 'prototype'])('a field named %s is refused without effect', (name) => {
    const raw: unknown = JSON.parse(JSON.stringify(SOME_POST).replace('{', `{"${name}":{"isTest":"Y"},`));
    expect(readPost(raw, someRules(), POSTED_AT)).toMatchObject({
      errors: [{ code: 'VAL_NOT_ALLOWED', field: name, message: `${name} is not accepted as a field.` }],
    });
    expect({}).not.toHaveProperty('isTest');
  });

  test.each([null, 'firstName=Maria', ['firstName'], 7])('%j is not a valid post', (raw) => {
    expect(readPost(raw, someRules(), POSTED_AT)).toMatchObject({
      errors: [{ field: null, message: 'A post must be one object or form.' }],
    });
  });

  test('unknown fields are dropped with a warning, metadata without one', () => {
    expect(read({ cck: '21', key: 'secret', skipDedup: 'Y', favouriteColour: 'red' })).toMatchObject({
      lead: { firstName: 'Maria' },
      warnings: ['Field favouriteColour is not used and was dropped.'],
    });
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`more${index}`, 'x']));
    const { warnings } = read(many);
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toBe('10 more fields were dropped.');
  });

  test('texts of a form and values of JSON give the same lead', () => {
    const json = { tcpaConsent: true, hsGradYear: 2020, age: 24, zip: 44114, dialeroptin: false };
    const form = { tcpaConsent: '1', hsGradYear: '2020', age: ' 24 ', zip: '44114 ', dialeroptin: 'N' };
    expect(read(json)).toEqual(read(form));
  });
});

describe('a client’s field requirements', () => {
  test('every parameter that criteria can name exists in a post', () => {
    expect(CRITERIA_PARAMETERS.filter((parameter) => !isPostParameter(parameter))).toEqual([]);
  });

  test('allowed values, by code or name; others in the client’s words', () => {
    const rules = criterion('degreeLevel', {
      allowedValues: ['Associate', 'bachelor'],
      message: 'Two or four years only.',
    });
    expect(read({ degreeLevel: 'BACHELOR' }, rules)).toMatchObject({ lead: { degreeLevel: 'Bachelor' } });
    expect(read({ degreeLevel: 'Master' }, rules)).toMatchObject({
      errors: [{ code: 'VAL_NOT_ALLOWED', field: 'degreeLevel', message: 'Two or four years only.' }],
    });
  });

  test('a default replaces a missing value, and counts as sent', () => {
    const rules = criterion('highestEducationLevel', { required: true, defaultValue: 'HSD' });
    expect(read({}, rules)).toMatchObject({ lead: { highestEducationLevel: 'HSD' } });
    expect(read({ highestEducationLevel: 'GED' }, rules)).toMatchObject({ lead: { highestEducationLevel: 'GED' } });
  });

  test('usually required fields can be optional for a client', () => {
    expect(read({ email: '' }, criterion('email', {}))).toMatchObject({ lead: { email: null } });
    expect(read({ email: '' })).toMatchObject({ errors: [{ field: 'email' }] });
  });

  test('a pattern must match the whole value', () => {
    const rules = criterion('agentId', { pattern: 'A-\\d{3}' });
    expect(read({ agentId: 'A-123' }, rules)).not.toHaveProperty('errors');
    expect(read({ agentId: 'xA-1234' }, rules)).toMatchObject({ errors: [{ field: 'agentId' }] });
  });

  test('a pattern that causes backtracking elsewhere is answered', () => {
    const rules = criterion('addressLine2', { pattern: '(a+)+(a|aa)+(.*a){20}' });
    expect(read({ addressLine2: `${'a'.repeat(90)}!` }, rules)).toMatchObject({ errors: [{ field: 'addressLine2' }] });
    expect(isPattern('(a+)+')).toBe(true);
    expect(isPattern('(a')).toBe(false);
    expect(isPattern('(a)\\1')).toBe(false);
  });

  test('the partner’s values are mapped to ours before any check', () => {
    const valueMap = new Map([['programCode', new Map([['culinary arts 01', 'CUL']])]]);
    expect(read({ programCode: 'Culinary Arts 01' }, someRules({ valueMap }))).toMatchObject({
      lead: { programCode: 'CUL' },
    });
  });

  test('another country only if the client accepts it; its places are not validated', () => {
    const abroad = { country: 'ca', zip: 'M5V 2T6', state: 'ON' };
    expect(read(abroad, criterion('country', { allowedValues: ['US', 'CA'] }))).toMatchObject({
      lead: { country: 'CA', zip: null, state: null },
    });
    expect(read(abroad)).toMatchObject({ errors: [{ field: 'state' }, { field: 'zip' }, { field: 'country' }] });
  });

  test('a reason for a missing Jornaya token replaces it if the client accepts that', () => {
    const fields = [{ parameter: 'jornayaLeadId', required: true }];
    const why = { jornayaFailureReason: 'script blocked' };
    expect(read(why, withCriteria({ fields, consent: { acceptsFailureReason: true } }))).not.toHaveProperty('errors');
    expect(read(why, withCriteria({ fields }))).toMatchObject({ errors: [{ field: 'jornayaLeadId' }] });
  });
});

describe('derived values', () => {
  test('state from ZIP code, device from user agent, age from birthday', () => {
    const { state, deviceType, age } = someLead({
      state: '',
      userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36',
      dateOfBirth: '2000-11-16',
    });
    expect({ state, deviceType, age }).toEqual({ state: 'OH', deviceType: 'mobile', age: 25 });
  });

  test.each([
    ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Mobile/15E148', 'tablet'],
    ['Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36', 'tablet'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148', 'mobile'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'desktop'],
    ['', 'desktop'],
  ])('%s is a %s', (agent, device) => {
    expect(deviceOf(agent)).toBe(device);
  });

  test.each([
    [{ isTest: 'Y' }, true],
    [{ email: 'anybody@EXAMPLE.com' }, true],
    [{ firstName: 'test', lastName: 'LEAD' }, true],
    [{ firstName: 'Test', lastName: 'Leader' }, false],
    [{ phone: '216-867-5309' }, false],
  ])('%j is a test: %s', (over, isTest) => {
    expect(someLead(over).isTest).toBe(isTest);
  });

  test('a test phone number is valid in a test and invalid elsewhere', () => {
    expect(someLead({ phone: '216-555-0123', isTest: 'Y' }).phone).toBe('2165550123');
    expect(read({ phone: '216-555-0123' })).toMatchObject({ errors: [{ code: 'FMT_PHONE' }] });
  });

  test('a time without an offset is in the owner’s zone', () => {
    const { leadCreatedDate } = someLead({ leadCreatedDate: '2026-11-15 09:30' });
    expect(leadCreatedDate.toISOString()).toBe('2026-11-15T14:30:00.000Z');
  });
});

describe('normalisation of any input', () => {
  const digit = (from: number) => fc.integer({ min: from, max: 9 });
  const phone = fc
    .tuple(
      digit(2),
      fc.integer({ min: 0, max: 8 }),
      digit(0),
      digit(2),
      digit(0),
      digit(0),
      fc.integer({ max: 9999, min: 0 }),
    )
    .map(([a, b, c, d, e, f, rest]) => `${a}${b}${c}${d}${e}${f}${String(rest).padStart(4, '0')}`)
    .filter((number) => !/^.11|^...(?:.11|55501)/.test(number));

  test('a phone number is the same in any format', () => {
    const write = fc.constantFrom(
      (n: string) => n,
      (n: string) => `+1${n}`,
      (n: string) => `1-${n.slice(0, 3)}-${n.slice(3, 6)}-${n.slice(6)}`,
      (n: string) => `(${n.slice(0, 3)}) ${n.slice(3, 6)}.${n.slice(6)}`,
    );
    fc.assert(
      fc.property(phone, write, (number, written) => {
        expect(readPhone(written(number), false)).toBe(number);
      }),
    );
  });

  test('is idempotent', () => {
    const settled = (reader: (text: string) => string | null) => (text: string) => {
      const once = reader(text);
      expect(once === null ? null : reader(once)).toBe(once);
    };
    const anything = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.emailAddress(),
      phone,
      fc.stringMatching(/^\d{5}(-\d{4})?$/),
    );
    for (const reader of [readEmail, readState, readZip, (text: string) => readPhone(text, true)]) {
      fc.assert(fc.property(anything, settled(reader)));
    }
  });

  test('an email address is the same in any case', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(readEmail(email.toUpperCase())).toBe(readEmail(email));
      }),
    );
  });

  test('any input is read or refused, and never throws', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.object());
    const names = fc.constantFrom(...Object.keys(SOME_POST), 'leadCreatedDate', 'dateOfBirth', 'country', 'hsGradYear');
    fc.assert(
      fc.property(fc.dictionary(names, value), (over) => {
        const outcome = read(over);
        const messages = 'lead' in outcome ? ['read'] : outcome.errors.map(({ message }) => message);
        expect(messages.length).toBeGreaterThan(0);
        expect(messages).not.toContain('');
      }),
    );
  });
});
