import { type SourceMode } from '@paceline/contract';

interface Told {
  status: string;
  action: 'ALLOW' | 'BLOCK' | null;
}

/**
 * Whether leads of a known source are accepted: neither blocked nor pending, and listed where only listed ones are allowed. A long silence
 * does not matter here.
 */
export const isSourceAllowed = (mode: SourceMode, { status, action }: Told): boolean => {
  if (status === 'PENDING' || status === 'BLOCKED' || action === 'BLOCK') return false;
  return mode !== 'ONLY_LISTED' || action === 'ALLOW';
};
