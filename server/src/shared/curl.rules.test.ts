import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlCommand, quoted, readStoredRequest, safeRequest } from './curl.rules.ts';

/** The arguments that a program gets from a shell. */
const argumentsOf = (command: string): string[] => {
  const program = `${quoted(process.execPath)} -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- `;
  const script = program + command.slice('curl '.length);
  return JSON.parse(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })) as string[];
};

test.each([
  `O'Hara`,
  `'`,
  `''\n''`,
  `a "b" \`id\` $(id) $HOME \\ \\n !x`,
  `line one\nline two\r\n\ttab`,
  `@/etc/passwd`,
  `Zoë • 木`,
  `-X`,
  ``,
])('a shell reads %j as it was', (text) => {
  const body = JSON.stringify({ text });
  const headers = ['Content-Type: application/json', `X-Note: ${text.replaceAll(/\s/g, ' ')}`];
  const request = { method: 'POST', url: `https://a.example/x?q=${text.replaceAll(/\s/g, '+')}`, headers };
  for (const sent of [body, text])
    expect(argumentsOf(curlCommand({ ...request, body: sent }))).toEqual([
      '--globoff',
      '-X',
      'POST',
      request.url,
      ...headers.flatMap((header) => ['-H', header]),
      '--data-raw',
      sent,
    ]);
  expect(execFileSync('/bin/sh', ['-c', `printf %s ${quoted(text)}`], { encoding: 'utf8' })).toBe(text);
});

test('credentials are placeholders, in the address, the headers and the body', () => {
  const safe = safeRequest({
    method: 'POST',
    url: 'https://user:pass@a.example/x?api_key=abc&zip=43001&token=t#f',
    headers: ['Authorization: Basic •••', 'X-Api-Key: •••'],
    body: '{"apiKey":"a\\"b","password" : "p","zip":"43001"}',
  });
  expect(safe).toEqual({
    method: 'POST',
    url: 'https://CREDENTIAL@a.example/x?api_key=CREDENTIAL&zip=43001&token=CREDENTIAL#f',
    headers: ['Authorization: Basic CREDENTIAL', 'X-Api-Key: CREDENTIAL'],
    body: '{"apiKey":"CREDENTIAL","password" : "CREDENTIAL","zip":"43001"}',
  });
  const bodyOf = (body: string) => safeRequest({ method: 'POST', url: 'https://a.example', headers: [], body }).body;
  expect(bodyOf('key=abc&zip=43001')).toBe('key=CREDENTIAL&zip=43001');
  expect(bodyOf('<lead><token>t</token><zip>43001</zip></lead>')).toBe(
    '<lead><token>CREDENTIAL</token><zip>43001</zip></lead>',
  );
  expect(bodyOf('{"keyword":"x","monkey":"y"}')).toBe('{"keyword":"x","monkey":"y"}');
});

test('a stored try is read with all of its body; a mail is no request', () => {
  expect(readStoredRequest('PUT https://a.example/x\nContent-Type: text/xml\n\n<a>\n\n</a>')).toEqual({
    method: 'PUT',
    url: 'https://a.example/x',
    headers: ['Content-Type: text/xml'],
    body: '<a>\n\n</a>',
  });
  expect(readStoredRequest('MAIL school@mail.example\nSubject: New lead\n\nfirst: Z•••')).toBeNull();
  expect(readStoredRequest('')).toBeNull();
});
