import { type SourceMode } from '@paceline/contract';

interface Told {
  status: string;
  action: 'ALLOW' | 'BLOCK' | null;
}

/**
 * Whether leads of a source that is known are taken: blocked or waiting nowhere, and listed where only those are. One that was long
 * silent is not refused by that.
 */
export const isSourceAllowed = (mode: SourceMode, { status, action }: Told): boolean => {
  if (status === 'PENDING' || status === 'BLOCKED' || action === 'BLOCK') return false;
  return mode !== 'ONLY_LISTED' || action === 'ALLOW';
};
