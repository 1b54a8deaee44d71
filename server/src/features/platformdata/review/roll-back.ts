import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';

/** Carries the answer out of its transaction, which is rolled back. */
class RolledBack<Answer> extends Error {
  override readonly name = 'RolledBack';
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('The transaction of a preview is rolled back');
    this.answer = answer;
  }
}

/** What `work` would do. Nothing of it is stored, not even names of campaigns that are new. */
export const previewIn = async <Answer>(
  db: Database,
  scope: Scope,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await db.withScope(scope, async (tx): Promise<never> => {
      throw new RolledBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof RolledBack) return (error as RolledBack<Answer>).answer;
    throw error;
  }
};
