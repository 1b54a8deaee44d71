import type { InstructionChange } from '@paceline/contract';
import { formatCount } from '../../lib/text/format.ts';

type ChangeKind = 'New' | 'Changed' | 'Gone';

export const changeKind = ({ before, after }: InstructionChange): ChangeKind => {
  if (before === null) return 'New';
  return after === null ? 'Gone' : 'Changed';
};

/** "3 changes since Nov 2". */
export const changesTitle = (count: number, since: string): string => {
  if (count === 0) return `No changes since ${since}`;
  return `${formatCount(count)} ${count === 1 ? 'change' : 'changes'} since ${since}`;
};
