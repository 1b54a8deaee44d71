import { StartupError } from '../../lib/startup-error.ts';
import { withConnection } from '../scope/single-connection.ts';

/** Without these settings a committed transaction can be lost in a power cut. */
const DURABLE: Record<string, readonly string[]> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'local', 'remote_write', 'remote_apply'],
};

export const assertDurable = (ownerUrl: string): Promise<void> =>
  withConnection(ownerUrl, async (client) => {
    for (const [name, accepted] of Object.entries(DURABLE)) {
      const { rows } = await client.query<{ value: string }>('select current_setting($1) as value', [name]);
      const value = rows[0]?.value ?? 'unknown';
      if (!accepted.includes(value)) {
        throw new StartupError(
          `The database runs with ${name}=${value}, which can lose what was saved: set ${name}=on.`,
        );
      }
    }
  });

/** Refuses the demo users: their passwords are published in the README. */
export const assertNoDemoUsers = (ownerUrl: string): Promise<void> =>
  withConnection(ownerUrl, async (client) => {
    const { rows } = await client.query('select from user_account where demo limit 1');
    if (rows.length > 0) {
      throw new StartupError('The database holds demo sign-ins, which are not for production: use an empty database.');
    }
  });
