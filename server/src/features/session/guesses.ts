import { sql } from 'kysely';
import { publicScope } from '../../db/scope/public-scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { sha256 } from '../../lib/secrets/tokens.ts';

const MAX_FAILURES = 5;
const LOCK_MINUTES = 15;
/** After this many in a row without a success, only a new password opens the account again. */
const MAX_CONSECUTIVE = 100;

/**
 * Whose guesses are counted together: a user name, existing or not, from all unknown devices at once, or from one that the
 * user has signed in from before. So nobody is locked out of their own machine by somebody else's guessing.
 */
export interface Guesser {
  userName: string;
  knownDevice: Buffer | null;
}

const subjectOf = ({ userName, knownDevice }: Guesser): Buffer =>
  sha256(`${userName.toLowerCase()}\0${knownDevice?.toString('hex') ?? ''}`);

/** Writes the guess down if there is one left; null if there is not. */
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
 * Counts a guess before it is looked at, and commits the count: guesses made at the same moment, by another process, or
 * before a crash are all in it. Every path that compares a password comes through here.
 */
export const spendGuess = async (db: Database, guesser: Guesser, now: Date): Promise<void> => {
  const attempt = await db.withScope(publicScope, (tx) => takeGuess(tx, subjectOf(guesser), now));
  if (attempt === undefined) throw new AppError('LOCKED', { retryAfterSeconds: LOCK_MINUTES * 60 });
};

/** The guess was right: the count starts anew. */
export const forgiveGuesses = async (tx: Tx, guesser: Guesser): Promise<void> => {
  await sql`delete from password_guess where subject = ${subjectOf(guesser)}`.execute(tx);
};
