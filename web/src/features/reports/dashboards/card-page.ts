import type { SavedView, UserGroup } from '@paceline/contract';
import type { Override } from './prepare-override.ts';

/** What all cards of a page share. */
export interface CardPage {
  ownerKey: number;
  group: UserGroup;
  views: readonly SavedView[];
  override: Override;
  /** Label of a dimension. */
  labelOf: (member: string) => string;
  /** Whether cards are asked again by themselves, as on a wall. */
  isLive: boolean;
}
