import { Writable } from 'node:stream';
import { generateToken, ownerGet, WEB_CLIENT } from '@paceline/contract';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../testing/app.ts';
import { makeOwner } from '../../testing/factories/factories.ts';
import { createLog } from './log.ts';

const lines: string[] = [];
const collect = () =>
  new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(String(chunk));
      done();
    },
  });
const harness = useApp({ log: collect() });
let ownerKey: number;
beforeAll(async () => {
  ({ ownerKey } = await harness.asMigrator((tx) => makeOwner(tx)));
});

test('has the call and the user, and nothing of request and response', async () => {
  const user = await harness.signedIn('ag', { owner: ownerKey });
  await harness.call(ownerGet, user, { params: { ownerKey } });
  await harness.app.inject({
    method: 'POST',
    url: '/auth/oauth/generatetoken',
    payload: 'grant_type=password&username=ada.lovelace&password=Secret%40Word1',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${WEB_CLIENT.id}:${WEB_CLIENT.secret}`).toString('base64')}`,
    },
  });
  const log = lines.join('');
  expect(log).toContain(`"call":"${ownerGet.id}","status":200`);
  expect(log).toContain(`"userKey":${user.userKey}`);
  expect(log).toContain(`"call":"${generateToken.id}","status":401`);
  const token = user.headers.authorization.split(' ')[1] ?? '';
  for (const secret of [token, 'Secret@Word1', 'Secret%40Word1', 'ada.lovelace', WEB_CLIENT.secret])
    expect(log).not.toContain(secret);
});

test('a database error is logged without the values it quotes', () => {
  const written: string[] = [];
  const log = createLog(
    { logLevel: 'error' },
    new Writable({ write: (chunk, _, done) => (written.push(String(chunk)), done()) }),
  );
  const error = Object.assign(new Error('invalid input syntax for type integer: "jane@mail.example"'), {
    severity: 'ERROR',
    code: '22P02',
    detail: 'Key (email)=(jane@mail.example) already exists.',
    table: 'lead',
  });
  log.error({ err: error }, 'request failed');
  expect(written.join('')).toContain('"code":"22P02"');
  expect(written.join('')).toContain('"table":"lead"');
  expect(written.join('')).not.toContain('jane@mail.example');
});
