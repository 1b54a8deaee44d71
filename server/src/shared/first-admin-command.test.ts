import { expect, test } from 'vitest';
import { firstAdminCommand, firstAdminText } from './first-admin-command.ts';

const plain = { dataDir: '/srv/paceline/data', port: 4600, publicUrl: 'http://localhost:4600', databaseUrl: null };
const command = (over: Partial<Omit<typeof plain, 'databaseUrl'> & { databaseUrl: string | null }>) =>
  firstAdminCommand({ ...plain, ...over }, '/srv/paceline');
const ADMIN = 'npm run admin -- first.last first.last@agency.example';

test('the command can be typed as it stands, and is about the installation that printed it', () => {
  expect(command({})).toBe(ADMIN);
  expect(command({ dataDir: '/tmp/empty', port: 4614, publicUrl: 'http://localhost:4614' })).toBe(
    `DATA_DIR=/tmp/empty PORT=4614 ${ADMIN}`,
  );
  expect(command({ dataDir: "/tmp/Ann's data" })).toBe(`DATA_DIR='/tmp/Ann'\\''s data' ${ADMIN}`);
  expect(command({ publicUrl: 'https://media.agency.example', port: 8080 })).toBe(
    `PUBLIC_URL=https://media.agency.example ${ADMIN}`,
  );
});

test('the address of a database holds a password: it is named, not shown', () => {
  const text = firstAdminText({ ...plain, databaseUrl: 'postgres://paceline:secret@db/paceline' }, '/srv/paceline');
  expect(text).toContain(`  ${ADMIN}\n`);
  expect(text).toContain('DATABASE_URL');
  expect(text).not.toContain('secret@');
});
