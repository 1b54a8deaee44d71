import { filtersWords, labelsOfQuestion, type ReportQuestion, type UserGroup } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { aboutFile } from '../../shared/about-file.queries.ts';
import { findLabels } from '../../shared/owner-variant.queries.ts';

interface Asked {
  scope: Scope;
  group: UserGroup;
  question: ReportQuestion;
  now: Date;
  /** Whether the user asked for the file, or is sent it. */
  byOrFor?: 'by' | 'for';
}

/** What a file of a question's answer says of itself, in the words of its owner. */
export const aboutQuestion = async (tx: Tx, { scope, group, question, now, byOrFor }: Asked): Promise<string[]> => {
  const labels = labelsOfQuestion(question.vertical, await findLabels(tx, scope.ownerKeys));
  const [only = null, ...others] = scope.ownerKeys;
  return aboutFile(tx, {
    scope,
    ownerKey: others.length === 0 ? only : null,
    filters: filtersWords(question, group, labels),
    now,
    ...(byOrFor && { byOrFor }),
  });
};
