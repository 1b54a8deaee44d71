import {
  isTooYoung,
  matureNote,
  type ReportWidget,
  type UserGroup,
  type WidgetBasis,
  type WidgetRow,
} from '@paceline/contract';
import { loadMature, matureNumbers } from '../../../metrics/periods/window-facts.ts';
import { type Tx } from '../../../db/scope/tx.ts';

interface Asked {
  tx: Tx;
  ownerKey: number;
  now: Date;
  viewer: { group: UserGroup };
  /** Null for all of the owner's. */
  campaignKeys: readonly number[] | null;
  leadFilters: readonly unknown[];
}

/** The mature cost, shown in place of a cost per enrollment that is too young; nothing where that is old enough or unknown. */
export const matureBeside = async (
  { tx, ownerKey, now, viewer, campaignKeys, leadFilters }: Asked,
  { measures, shape }: ReportWidget,
  basis: WidgetBasis,
): Promise<WidgetRow> => {
  if (shape !== 'change' || measures['cpe'] !== 'cpe' || leadFilters.length > 0 || !isTooYoung({ basis }, 'cpe'))
    return {};
  const only = campaignKeys === null ? null : { campaignKeys };
  const groups = await loadMature(tx, { ownerKey, now, group: viewer.group, by: null, only });
  const { matureCpe } = matureNumbers(groups.get(null));
  return { matureCpe: matureCpe.value, matureCpeNote: matureNote(matureCpe) };
};
