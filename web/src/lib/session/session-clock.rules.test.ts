import { describe, expect, it } from 'vitest';
import { IDLE_MS, type Moment, nextStep } from './session-clock.rules.ts';

const MINUTE = 60_000;
/** Tokens of 30 minutes, received at 0: the expiry date is minute 20, and they work until minute 30. */
const at = (now: number, over: Partial<Moment> = {}): Moment => ({
  now,
  tokensExpiryDate: 20 * MINUTE,
  renewedAt: 0,
  lastInputAt: now,
  failedAt: null,
  ...over,
});

describe('an active user', () => {
  it('has the session renewed a minute before its expiry date, and not earlier', () => {
    expect(nextStep(at(0))).toEqual({ do: 'wait', ms: 19 * MINUTE });
    expect(nextStep(at(19 * MINUTE - 1))).toEqual({ do: 'wait', ms: 1 });
    expect(nextStep(at(19 * MINUTE))).toEqual({ do: 'refresh' });
  });
  it('renews after the machine was asleep', () => {
    expect(nextStep(at(45 * MINUTE, { lastInputAt: 5 * MINUTE }))).toEqual({ do: 'refresh' });
  });
  it('renews short-lived tokens within their life', () => {
    expect(nextStep(at(0, { tokensExpiryDate: 4_000 }))).toEqual({ do: 'wait', ms: 3_000 });
  });
});

describe('a failed renewal', () => {
  it('is retried after 15 seconds', () => {
    const failedAt = 19 * MINUTE;
    expect(nextStep(at(failedAt + 14_999, { failedAt }))).toEqual({ do: 'wait', ms: 1 });
    expect(nextStep(at(failedAt + 15_000, { failedAt }))).toEqual({ do: 'refresh' });
  });
  it('keeps the session until the tokens expire', () => {
    const failedAt = 29 * MINUTE;
    expect(nextStep(at(30 * MINUTE - 1, { failedAt })).do).toBe('refresh');
    expect(nextStep(at(30 * MINUTE, { failedAt }))).toEqual({ do: 'end' });
  });
});

describe('an absent user', () => {
  const gone = { lastInputAt: -IDLE_MS };
  it('gets no renewal, and the session ends with its tokens', () => {
    expect(nextStep(at(19 * MINUTE, gone))).toEqual({ do: 'wait', ms: 11 * MINUTE });
    expect(nextStep(at(30 * MINUTE, gone))).toEqual({ do: 'end' });
  });
  it('who returns before that gets one at once', () => {
    expect(nextStep(at(25 * MINUTE))).toEqual({ do: 'refresh' });
  });
});

it('does not renew endlessly if a session is extended by less than the margin', () => {
  const last = { tokensExpiryDate: 30 * MINUTE - 1, renewedAt: 30 * MINUTE };
  expect(nextStep(at(30 * MINUTE, last))).toEqual({ do: 'wait', ms: 15_000 });
});
