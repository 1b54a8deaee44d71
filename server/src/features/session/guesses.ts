import { sql } from 'kysely';
import { publicScope } from '../../db/scope/public-scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { sha256 } from '../../lib/secrets/tokens.ts';

const MAX_FAILURES = 5;
const LOCK_MINUTES = 15;
/** After this many failures in a row, only a new password unlocks the account. */
const MAX_CONSECUTIVE = 100;

/**
 * The unit in which guesses are counted: a user name, existing or not, over all unknown devices, or on one device from which the user has
 * signed in before. So others' guessing cannot lock users out of their own device.
 */
export interface Guesser {
  userName: string;
  knownDevice: Buffer | null;
}

const subjectOf = ({ userName, knownDevice }: Guesser): Buffer =>
  sha256(`${userName.toLowerCase()}\0${knownDevice?.toString('hex') ?? ''}`);

/** Records the guess if one is left; undefined if not. */
const takeGuess = async (tx: Tx, subject: Buffer, now: Date): Promise<{ failures: number } | undefined> => {
  const unlocked = new Date(now.getTime() - LOCK_MINUTES * 60_000);
  const { rows } = await sql<{ failures: number }>`
    insert into password_guess as g (subject, failures, consecutive, last_at) values (${subject}, 1, 1, ${now})
    on conflict (subject) do update
      set failures = case when g.last_at <= ${unlocked} then 1 else g.failures + 1 end,
          consecutive = g.consecutive + 1, last_at = ${now}
      where (g.failures < ${MAX_FAILURES} or g.last_at <= ${unlocked}) and g.consecutive < ${MAX_CONSECUTIVE}
    returning failures
  `.execute(tx);
  return rows[0];
};

/**
 * Counts a guess before it is checked, and commits the count, so that it includes concurrent guesses, other processes and crashes. Every
 * path that compares a password calls this.
 */
export const spendGuess = async (db: Database, guesser: Guesser, now: Date): Promise<void> => {
  const attempt = await db.withScope(publicScope, (tx) => takeGuess(tx, subjectOf(guesser), now));
  if (attempt === undefined) throw new AppError('LOCKED', { retryAfterSeconds: LOCK_MINUTES * 60 });
};

/** After a correct guess the count restarts. */
export const forgiveGuesses = async (tx: Tx, guesser: Guesser): Promise<void> => {
  await sql`delete from password_guess where subject = ${subjectOf(guesser)}`.execute(tx);
};
