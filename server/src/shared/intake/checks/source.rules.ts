import { type SourceMode } from '@paceline/contract';

interface Told {
  status: string;
  action: 'ALLOW' | 'BLOCK' | null;
}

/** Whether leads of a source that is known are taken: everywhere approved, not blocked here, and listed where only those are. */
export const isSourceAllowed = (mode: SourceMode, { status, action }: Told): boolean => {
  if (status !== 'APPROVED' || action === 'BLOCK') return false;
  return mode !== 'ONLY_LISTED' || action === 'ALLOW';
};
