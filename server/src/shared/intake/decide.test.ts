import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { POSTED_AT, someInput, someLookups, someRules, withCriteria } from '../../testing/factories/intake.ts';
import { type Check, type CheckResult, type Counter } from './check.ts';
import { CHECKS } from './checks/check-list.ts';
import { judgeName } from './checks/name-words.rules.ts';
import { answerOf, decide, errorAnswer, precheck } from './decide.ts';

const SENT = { leadId: 'L-1', price: 42, requestId: 'r-1' };
const full: Counter = { label: 'Daily cap', reason: 'CAP_DAILY', used: 25, cap: 25, resetsAt: POSTED_AT };
const beyond = (overDelivery: 'REJECT' | 'HOLD' | 'ACCEPT_UNPAID') => ({
  rules: someRules({ campaign: { ...someRules().campaign, overDelivery } }),
  lookups: someLookups({ counters: [full] }),
});

describe('the order of checks', () => {
  test('is that of the list', () => {
    expect(CHECKS.map(({ id }) => id)).toEqual([
      'freshness',
      'campaignOpen',
      'hours',
      'source',
      'program',
      'zipAndState',
      'geo',
      'audience',
      'eligibility',
      'nameFraud',
      'phonePrefix',
      'disposableEmail',
      'ipCountry',
      'velocity',
      'click',
      'consent',
      'certificate',
      'dedup',
      'caps',
      'verification',
    ]);
  });

  const reason = (id: number) => ({ code: 'DAY_PART', field: null, message: `check ${id}` }) as const;
  const results = fc.constantFrom<CheckResult['outcome']>('passed', 'off', 'flagged', 'failed');
  const checkOf = (outcome: CheckResult['outcome'], id: number, runIds: number[]): Check => ({
    id: `check${id}`,
    title: `Check ${id}`,
    run: () => {
      runIds.push(id);
      if (outcome === 'failed') return { outcome, status: 'CLS', reasons: [reason(id)] };
      return outcome === 'flagged' ? { outcome, flags: [reason(id)] } : { outcome };
    },
    explain: () => ({ value: null, rule: null }),
  });

  test('the first failure decides, later checks are skipped, and the trace has all of them', () => {
    fc.assert(
      fc.property(fc.array(results, { maxLength: 20 }), (outcomes) => {
        const runIds: number[] = [];
        const checks = outcomes.map((outcome, id) => checkOf(outcome, id, runIds));
        const { status, reasons, flags, trace } = decide(someInput(), checks);
        const first = outcomes.indexOf('failed');
        const reached = first === -1 ? outcomes : outcomes.slice(0, first + 1);
        expect(runIds).toEqual(reached.map((_, id) => id));
        expect(status).toBe(first === -1 ? 'VAL' : 'CLS');
        expect(reasons.map(({ message }) => message)).toEqual(first === -1 ? [] : [`check ${first}`]);
        expect(flags).toHaveLength(reached.filter((outcome) => outcome === 'flagged').length);
        expect(trace.map(({ result }) => result.outcome)).toEqual(
          outcomes.map((outcome, id) => (id < reached.length ? outcome : 'notReached')),
        );
      }),
    );
  });

  test('of several failures the earlier check decides', () => {
    const input = someInput({ state: 'TX', tcpaConsent: 'N', phone: '8008675309' }, beyond('REJECT'));
    const { status, reasons, trace } = decide(input);
    expect({ status, codes: reasons.map(({ code }) => code) }).toEqual({
      status: 'INV',
      codes: ['ZIP_STATE_MISMATCH'],
    });
    expect(trace.filter(({ result }) => result.outcome === 'notReached').map(({ id }) => id)).toEqual(
      CHECKS.slice(6).map(({ id }) => id),
    );
  });
});

describe('checks the agency can skip', () => {
  test.each([
    ['nameFraud', { firstName: 'asdf', lastName: 'asdf' }],
    ['phonePrefix', { phone: '8008675309' }],
    ['scrub', { firstName: 'asdf', lastName: 'asdf', phone: '8008675309', tcpaConsent: 'N', state: 'TX', age: 12 }],
  ] as const)('%s', (word, post) => {
    expect(decide(someInput(post)).status).not.toBe('VAL');
    expect(decide(someInput(post, { skips: new Set([word]) })).status).toBe('VAL');
  });

  test('caps and a closed campaign cannot be skipped', () => {
    const skips = new Set(['nameFraud', 'phonePrefix', 'dedup', 'scrub'] as const);
    expect(decide(someInput({}, { ...beyond('REJECT'), skips })).status).toBe('CAP');
  });
});

describe('beyond a cap', () => {
  test('refused, held, or accepted unpaid', () => {
    expect(answerOf(decide(someInput({}, beyond('REJECT'))), SENT)).toMatchObject({
      outcome: 'failure',
      status: 'CAP',
    });
    expect(answerOf(decide(someInput({}, beyond('HOLD'))), SENT)).toMatchObject({
      outcome: 'success',
      status: 'HLD',
      price: null,
      reasons: [{ code: 'CAP_DAILY' }],
    });
    const unpaid = decide(someInput({}, beyond('ACCEPT_UNPAID')));
    expect(unpaid).toMatchObject({ status: 'VAL', unpaid: true, flags: [{ code: 'CAP_DAILY' }] });
    expect(answerOf(unpaid, SENT)).toEqual({
      outcome: 'success',
      leadId: 'L-1',
      status: 'VAL',
      price: 0,
      requestId: 'r-1',
    });
  });

  test('suspicious leads are marked if the client wants no refusal, and not checked if it wants neither', () => {
    const odd = someLookups({ ipCountry: 'RO', leadsOfAddress: 10, isClickKnown: false });
    const post = { email: 'maria@mailinator.com', clickId: 'abc' };
    const flagsBy = (policy: 'FLAG' | 'OFF') => {
      const quality = { disposableEmail: policy, ipCountry: policy, velocity: policy };
      const { status, flags } = decide(someInput(post, { rules: withCriteria({ quality }), lookups: odd }));
      return { status, flags: flags.map(({ code }) => code) };
    };
    expect(flagsBy('FLAG')).toEqual({
      status: 'VAL',
      flags: ['EMAIL_UNDELIVERABLE', 'IP_COUNTRY', 'VELOCITY', 'CLICK_UNKNOWN'],
    });
    expect(flagsBy('OFF')).toEqual({ status: 'VAL', flags: ['CLICK_UNKNOWN'] });
    // Without a table no country is known, and no lead is refused for it.
    expect(
      decide(someInput({}, { lookups: someLookups() })).trace.find(({ id }) => id === 'ipCountry')?.result,
    ).toEqual({
      outcome: 'off',
    });
  });

  test('a reached target marks the lead and stops nothing', () => {
    const status = {
      subStatus: 'SOFT_CAP',
      statusReasons: [{ code: 'SOFT_CAP', message: 'Monthly target reached: 10/10.' }],
      nextChangeAt: null,
    } as const;
    const decision = decide(
      someInput({}, { lookups: someLookups({ status: { ...status, statusReasons: [...status.statusReasons] } }) }),
    );
    expect(decision).toMatchObject({ status: 'VAL', unpaid: false, flags: [{ code: 'SOFT_CAP' }] });
  });
});

describe('the response', () => {
  test('has the price of a valid lead, and nothing else', () => {
    const answer = answerOf(decide(someInput()), { ...SENT, warnings: [] });
    expect(answer).toEqual({ outcome: 'success', leadId: 'L-1', status: 'VAL', price: 42, requestId: 'r-1' });
  });

  test('contains no internal details of a reason', () => {
    const lookups = someLookups({ earlier: { leadKey: 77_001, reason: 'DUP_PHONE' } });
    const decision = decide(someInput({}, { lookups }));
    expect(decision.reasons[0]?.detail).toContain('77001');
    expect(answerOf(decision, SENT)).toEqual({
      outcome: 'failure',
      leadId: 'L-1',
      status: 'DUP',
      reasons: [{ code: 'DUP_PHONE', field: 'phone', message: 'Duplicate lead.' }],
      requestId: 'r-1',
    });
  });

  test('of a test has the result, at no cost', () => {
    expect(answerOf(decide(someInput({ isTest: 'Y' })), SENT)).toMatchObject({
      outcome: 'success',
      status: 'TST',
      wouldBe: 'VAL',
      price: 0,
    });
    expect(answerOf(decide(someInput({ isTest: 'Y', age: 12 })), SENT)).toMatchObject({
      outcome: 'failure',
      status: 'TST',
      wouldBe: 'INV',
    });
  });

  test('with field errors has no lead', () => {
    const errors = [{ code: 'REQ_MISSING', field: 'zip', message: 'ZIP code is required.', detail: 'ours' }] as const;
    expect(errorAnswer(errors, { requestId: 'r-1', warnings: ['Field x is not used and was dropped.'] })).toEqual({
      outcome: 'error',
      reasons: [{ code: 'REQ_MISSING', field: 'zip', message: 'ZIP code is required.' }],
      warnings: ['Field x is not used and was dropped.'],
      requestId: 'r-1',
    });
  });
});

describe('a ping', () => {
  const geo = someRules({ geo: { ...someRules().geo, states: ['US-TX'] } });
  test.each([
    ['accept', {}],
    ['duplicate', { lookups: someLookups({ earlier: { leadKey: 1, reason: 'DUP_EMAIL' } }) }],
    ['over_cap', { lookups: someLookups({ counters: [full] }) }],
    ['geo', { rules: geo }],
    [
      'closed',
      {
        lookups: someLookups({ status: { ...someLookups().status, statusReasons: [{ code: 'PAUSED', message: '' }] } }),
      },
    ],
  ] as const)('%s', (result, over) => {
    expect(precheck(someInput({}, over), 'r-1').result).toBe(result);
  });

  test('audience: unknown answers are not held against it', () => {
    const rule = { attribute: 'age', operator: 'GTE', values: [21], onMissing: 'REJECT' } as const;
    const rules = someRules({ audience: { match: 'ALL', rules: [{ ...rule, values: [...rule.values] }] } });
    expect(precheck(someInput({}, { rules }), 'r-1').result).toBe('accept');
    expect(precheck(someInput({ age: 20 }, { rules }), 'r-1').result).toBe('audience');
    expect(decide(someInput({}, { rules })).status).toBe('SCR');
  });
});

describe('rules that mark instead of refusing', () => {
  test.each([
    [
      'a missing certificate',
      { consent: { certificate: 'BOTH', onFailure: 'FLAG' } },
      ['CERT_MISSING', 'CERT_MISSING'],
    ],
    [
      'a missing token with its reason',
      { consent: { certificate: 'JORNAYA', acceptsFailureReason: true } },
      ['CERT_EXPLAINED'],
    ],
  ])('%s', (_, criteria, codes) => {
    const decision = decide(someInput({ jornayaFailureReason: 'script blocked' }, { rules: withCriteria(criteria) }));
    expect(decision.status).toBe('VAL');
    expect(decision.flags.map(({ code }) => code)).toEqual(codes);
  });

  test('unanswered providers', () => {
    const verification = { outcome: 'unknown', reason: null, provider: 'Local', detail: 'no answer' } as const;
    const lookups = someLookups({ verified: new Map([['phone', verification]]) });
    const rules = withCriteria({ verification: { phone: 'REJECT' } });
    expect(decide(someInput({}, { rules, lookups }))).toMatchObject({
      status: 'VAL',
      flags: [{ code: 'PHONE_UNVERIFIED' }],
    });
  });

  test.each([
    ['Richard', 'Cox', 'plain'],
    ['Dick', 'Van Dyke', 'plain'],
    ['Phuc', 'Nguyen', 'plain'],
    ['Anna', 'Test', 'odd'],
    ['Qwerty', 'Qwerty', 'false'],
    ['Mickey', 'Mouse', 'false'],
    ['Lkjhg', 'Asdf', 'false'],
    ['Asdasd', 'Miller', 'odd'],
    ['Krzysztof', 'Szczęsny', 'plain'],
  ])('%s %s is %s', (first, last, outcome) => {
    expect(judgeName(first, last).outcome).toBe(outcome);
  });
});

test('a held lead counts with its time of arrival', () => {
  const receivedAt = new Date(POSTED_AT.getTime() + 60_000);
  const now = new Date(POSTED_AT.getTime() + 5 * 86_400_000);
  const heldLead = someInput({ leadCreatedDate: '2026-11-13T20:00:00Z' });
  expect(decide({ ...heldLead, now }).status).toBe('INV');
  expect(decide({ ...heldLead, now, receivedAt }).status).toBe('VAL');
});

test('both the campaign’s hours and the client’s office hours must be open', () => {
  const week = (start: string, end: string) => ({
    timeZone: null,
    outsideHours: 'REJECT' as const,
    days: [{ day: 'SUN' as const, intervals: [{ start, end, cap: null }] }],
  });
  const rules = { ...withCriteria({ hours: week('18:00', '22:00') }), dayParting: week('08:00', '16:00') };
  expect(decide(someInput({}, { rules })).reasons[0]?.message).toBe('Outside hours.');
  const meet = { ...withCriteria({ hours: week('17:00', '22:00') }), dayParting: week('08:00', '18:00') };
  expect(decide(someInput({}, { rules: meet })).reasons[0]?.message).toBe('Outside hours, opens Nov 15, 5:00 PM EST.');
});

test('every check has an explanation for every result', () => {
  const input = someInput({}, beyond('REJECT'));
  expect(CHECKS.map((check) => check.explain(input).rule).filter((rule) => rule === null || rule === '')).toEqual([]);
});
