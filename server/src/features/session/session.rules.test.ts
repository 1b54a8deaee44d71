import { describe, expect, test } from 'vitest';
import { judgeRefresh, sessionExpiry, tokenExpiries } from './session.rules.ts';

const at = (minutes: number): Date => new Date(Date.UTC(2026, 2, 10, 0, minutes));

describe('judgeRefresh', () => {
  const fresh = { usedAt: null, expiresAt: at(60), sessionExpiresAt: at(720), sessionEndedAt: null };

  test.each([
    ['a token in time', fresh, at(59), 'renew'],
    ['a token at its end', fresh, at(60), 'expired'],
    ['a token of a session at its end', { ...fresh, expiresAt: at(900) }, at(720), 'expired'],
    ['a token of an ended session', { ...fresh, sessionEndedAt: at(1) }, at(2), 'expired'],
    ['a used token at once', { ...fresh, usedAt: at(10) }, at(10), 'repeat'],
    [
      'a used token at the end of the grace',
      { ...fresh, usedAt: at(10) },
      new Date(at(10).getTime() + 20_000),
      'repeat',
    ],
    ['a used token after the grace', { ...fresh, usedAt: at(10) }, new Date(at(10).getTime() + 20_001), 'reuse'],
    ['a used token of an ended session', { ...fresh, usedAt: at(1), sessionEndedAt: at(2) }, at(30), 'expired'],
  ] as const)('%s', (_, token, now, verdict) => {
    expect(judgeRefresh(token, now)).toBe(verdict);
  });
});

test('no token outlives its session', () => {
  const { access, refresh } = tokenExpiries(at(700), at(720));
  expect([access, refresh]).toEqual([at(720), at(720)]);
});

test('access tokens last half an hour, refresh tokens an hour, sessions twelve hours or four without a cookie', () => {
  expect(tokenExpiries(at(0), at(720))).toEqual({ access: at(30), refresh: at(60) });
  expect(sessionExpiry(at(0), true)).toEqual(at(720));
  expect(sessionExpiry(at(0), false)).toEqual(at(240));
});
