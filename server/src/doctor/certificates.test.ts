import { type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { checkCertificate, judgeCertificate } from './certificates.ts';

const NOW = new Date('2026-03-10T15:00:00Z');
const inDays = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000 + 1);

test.each([
  [90, null, 'fine', 'The certificate of PUBLIC_URL is good for 90 days.'],
  [13, null, 'wrong', 'The certificate of PUBLIC_URL ends in 13 days.'],
  [-3, null, 'wrong', 'The certificate of PUBLIC_URL ended 3 days ago.'],
  [90, 'ERR_TLS_CERT_ALTNAME_INVALID', 'wrong', 'is not believed (ERR_TLS_CERT_ALTNAME_INVALID)'],
] as const)('%s days and %s', (days, problem, level, says) => {
  const judged = judgeCertificate('PUBLIC_URL', { validTo: inDays(days), problem }, NOW);
  expect(judged).toMatchObject({ level, says: expect.stringContaining(says) });
});

const servers: SMTPServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** With the default certificate of the test server, which no client trusts. */
test.each([
  ['smtps', true],
  ['smtp', false],
])('a mail server by %s presents its certificate', async (protocol, secure) => {
  const server = new SMTPServer({ secure, authOptional: true });
  servers.push(server);
  server.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port));
  });
  const findings = await checkCertificate(
    'SMTP_URL',
    `${protocol}://localhost:${port}`,
    new Date('2015-01-01T00:00:00Z'),
  );
  expect(findings).toMatchObject({ level: 'wrong', says: expect.stringMatching(/^The certificate of SMTP_URL/) });
  expect(findings.says).not.toContain('cannot be reached');
});

test('an address without encryption is reported', async () => {
  expect(await checkCertificate('PUBLIC_URL', 'http://paceline.example', NOW)).toMatchObject({
    level: 'note',
    says: 'PUBLIC_URL is not encrypted.',
  });
});
