import { type Scope } from '../db/scope/scope.ts';
import { type Database, type Tx } from '../db/scope/tx.ts';

/** Thrown to roll back a preview; carries its answer. */
class TakenBack<Answer> extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('The preview is taken back');
    this.answer = answer;
  }
}

/** Does the work, or previews it by doing it and rolling back, which gives the exact result. */
export const changeOrPreview = async <Answer>(
  { db }: { db: Database },
  scope: Scope,
  isPreview: boolean,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await db.withScope(scope, async (tx) => {
      const answer = await work(tx);
      if (isPreview) throw new TakenBack(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.answer as Answer;
    throw error;
  }
};
