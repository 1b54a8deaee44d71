import { expect, test } from 'vitest';
import { isProgram, linkValue, readLinkValues, referrerOf } from './visitor.rules.ts';

test.each([
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', true],
  ['Slackbot-LinkExpanding 1.0', true],
  ['WhatsApp/2.23.20.0', true],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/120.0 Safari/537.36', true],
  ['   ', true],
  [`Mozilla/5.0 ${'x'.repeat(2_000)}`, true],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    false,
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0', false],
  ['Mozilla/5.0 (Linux; Android 12; CUBOT P60) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36', false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) AppleWebKit/605 Mobile/15E148 [FBAN/FBIOS;FBAV/440.0]', false],
])('%s', (agent, expected) => {
  expect(isProgram(agent)).toBe(expected);
});

test('a value is one line of at most 200 whole characters, and no email address', () => {
  expect(linkValue(' a\r\nb\0\u202e ')).toBe('ab');
  expect(linkValue(['first', 'second'])).toBe('first');
  expect(linkValue('x'.repeat(199) + '🎓')).toBe('x'.repeat(199));
  expect(linkValue('maria@post.example')).toBe('');
  expect(linkValue({ a: 1 })).toBe('');
  expect(linkValue(undefined)).toBe('');
});

test('of several platform click IDs the first is used', () => {
  expect(readLinkValues({ fbclid: 'F', msclkid: 'M' }).platformClick).toBe('msclkid=M');
  expect(readLinkValues({ gclid: '' }).platformClick).toBeNull();
});

test('the referrer is stored without its query', () => {
  expect(referrerOf('https://a.example/b/c?d=e#f')).toBe('https://a.example/b/c');
  for (const odd of [
    '',
    'about:blank',
    'javascript:alert(1)',
    'android-app://x',
    'https://a.example/u/maria@post.example',
  ])
    expect(referrerOf(odd)).toBeNull();
});
