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
  /** Whether the user requested the file, or it was sent to them. */
  byOrFor?: 'by' | 'for';
}

/** The header lines of a file with a question's answer, in the owner's labels. */
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
