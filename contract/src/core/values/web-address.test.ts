import { expect, test } from 'vitest';
import { isWebAddress, webAddress } from './web-address.ts';

test.each([
  'https://leads.school.example/in take',
  'https://leads.school.example/\r\nX-Header: 1',
  'https://leads.school.example/\tintake',
  'https://leads.school.example/\u0085intake',
  'https://leads.school.example\\@other.example/',
  'https:// leads.school.example',
  'ftp://leads.school.example/',
  'leads.school.example',
])('%j is no web address', (text) => expect(isWebAddress(text)).toBe(false));

test('an address is stored as it is written, without what stands around it', () => {
  const address = webAddress({ error: 'must begin with https://', protocol: 'https' });
  expect(address.parse(' https://leads.school.example/a%20b?c={d} ')).toBe('https://leads.school.example/a%20b?c={d}');
  expect(address.safeParse('http://leads.school.example/').error?.issues[0]?.message).toBe('must begin with https://');
});
