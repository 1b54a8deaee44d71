import { describe, expect, test } from 'vitest';
import {
  blindIndex,
  normaliseEmail,
  normalisePhone,
  openCredential,
  openPerson,
  sealCredential,
  sealPerson,
} from './seal.ts';

const SECRET = Buffer.alloc(32, 1);
const ROW = { ownerKey: 3, leadKey: 17 };
const PERSON = { firstName: 'Zoë', lastName: 'O’Hara', email: 'zoe@mail.example', phone: '2125550123' };

describe('a sealed person', () => {
  test('opens with the same secret for the same row, and is not readable', () => {
    const sealed = sealPerson(SECRET, ROW, PERSON);
    expect(openPerson(SECRET, ROW, sealed)).toEqual(PERSON);
    for (const text of Object.values(PERSON)) expect(sealed.includes(Buffer.from(text))).toBe(false);
  });

  test('is sealed differently every time', () => {
    expect(sealPerson(SECRET, ROW, PERSON).equals(sealPerson(SECRET, ROW, PERSON))).toBe(false);
  });

  test.each([
    ['another owner', { ...ROW, ownerKey: 4 }, SECRET],
    ['another lead', { ...ROW, leadKey: 18 }, SECRET],
    ['another secret', ROW, Buffer.alloc(32, 2)],
  ])('does not open for %s', (_, row, secret) => {
    const sealed = sealPerson(SECRET, ROW, PERSON);
    expect(() => openPerson(secret, row, sealed)).toThrow('authenticate');
  });

  test('does not open after one bit was changed', () => {
    const sealed = sealPerson(SECRET, ROW, PERSON);
    for (const at of [0, 13, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => openPerson(SECRET, ROW, changed)).toThrow('authenticate');
    }
  });
});

test('a credential opens for its own endpoint and owner only, and not with a person’s key', () => {
  const sealed = sealCredential(SECRET, { ownerKey: 3, endpointKey: 17 }, 's3cret');
  expect(openCredential(SECRET, { ownerKey: 3, endpointKey: 17 }, sealed)).toBe('s3cret');
  expect(sealed.includes(Buffer.from('s3cret'))).toBe(false);
  expect(() => openCredential(SECRET, { ownerKey: 3, endpointKey: 18 }, sealed)).toThrow('authenticate');
  expect(() => openCredential(SECRET, { ownerKey: 4, endpointKey: 17 }, sealed)).toThrow('authenticate');
  expect(() => openPerson(SECRET, ROW, sealed)).toThrow('authenticate');
});

test.each([
  [' Jane.Doe+school@GMAIL.com ', 'janedoe@gmail.com'],
  ['janedoe@googlemail.com', 'janedoe@gmail.com'],
  ['Jane.Doe+x@mail.example', 'jane.doe@mail.example'],
])('%s is %s', (email, normalised) => {
  expect(normaliseEmail(email)).toBe(normalised);
});

test.each(['+1 (212) 555-0123', '1-212-555-0123', '2125550123'])('%s is one phone', (phone) => {
  expect(normalisePhone(phone)).toBe('2125550123');
});

test('the hash is the same for a person of an owner, and different for all others', () => {
  const index = (ownerKey: number, kind: 'email' | 'phone', value: string) =>
    blindIndex(SECRET, ownerKey, kind, value).toString('hex');
  expect(index(3, 'email', 'a@b.example')).toBe(index(3, 'email', 'a@b.example'));
  expect(
    new Set([index(3, 'email', 'a'), index(4, 'email', 'a'), index(3, 'phone', 'a'), index(3, 'email', 'b')]).size,
  ).toBe(4);
});
