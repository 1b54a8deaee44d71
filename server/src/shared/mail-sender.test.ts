import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { publicScope } from '../db/scope/public-scope.ts';
import { useApp } from '../testing/app.ts';
import { makeUser } from '../testing/factories/factories.ts';
import { getSenderName } from './mail-sender.ts';
import { storeMail } from './mail.ts';
import { passwordLinkJob } from './password-link.ts';

const harness = useApp();
const name = (agency: string) =>
  harness.asMigrator((tx) =>
    sql`insert into agency_branding (name) values (${agency}) on conflict (single) do update set name = excluded.name`.execute(
      tx,
    ),
  );
afterEach(() => harness.asMigrator((tx) => sql`delete from agency_branding`.execute(tx)));

const store = (fromName?: string) =>
  harness.db.withScope(publicScope, (tx) =>
    storeMail(tx, { to: 'ada@mail.example', subject: 'Hello', body: '', ...(fromName !== undefined && { fromName }) }),
  );
const invite = async () => {
  const { userKey } = await harness.asMigrator((tx) => makeUser(tx, { group: 'ag' }));
  await passwordLinkJob(harness, { publicUrl: 'https://paceline.test' }).run({ userKey, purpose: 'invite' });
};
const lastMail = async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ from: string | null; subject: string; body: string }>`
      select from_name as "from", subject, body from mail order by mail_key desc limit 1`.execute(tx),
  );
  return rows[0]!;
};

test('without a name of the agency mails are the product’s', async () => {
  await store();
  expect((await lastMail()).from).toBeNull();
  await name('');
  expect(await harness.db.withScope(publicScope, getSenderName)).toBe('Paceline');
  await invite();
  expect(await lastMail()).toMatchObject({ from: null, subject: 'Your Paceline account' });
});

test('with one they are the agency’s, from sender to signature; a document’s mail keeps its own name', async () => {
  await name('Northwind Media');
  await invite();
  const { from, subject, body } = await lastMail();
  expect({ from, subject }).toEqual({ from: 'Northwind Media', subject: 'Your Northwind Media account' });
  expect(body).toContain('An account at Northwind Media was created for you.');
  expect(body.endsWith('\n\nNorthwind Media\n')).toBe(true);
  expect(body).not.toContain('Paceline');
  await store('Hartwell');
  expect((await lastMail()).from).toBe('Hartwell');
});
