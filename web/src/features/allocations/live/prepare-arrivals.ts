import type { CampaignRow } from '@paceline/contract';
import { formatInstant } from '../../../lib/text/format.ts';
import { initialsOf } from '../../../ui/marks/initials.tsx';
import type { Remark } from '../../../ui/grid/types.ts';
import { fieldText } from '../../../shared/history/prepare-history.ts';
import type { Arrival } from '../sheet/sheet-arrivals.ts';
import type { CellMap } from '../sheet/sheet-rows.ts';

/** The mark of a cell that somebody else saved, joined with what else is to be said of the cell. */
export const savedRemark = (
  { by, at, before, after, columnKey }: Arrival,
  row: CampaignRow,
  remark: Remark | null,
  timeZone: string,
): Remark => {
  const [from, to] = [before, after].map((value) => fieldText(columnKey, value, row));
  const saved = `${by} saved ${to} on ${formatInstant(at, timeZone)}. It was ${from}.`;
  return {
    level: 'info',
    ...remark,
    message: remark ? `${saved} · ${remark.message}` : saved,
    initials: initialsOf(by),
  };
};

/** "Avery Stone saved 3 cells." */
export const arrivalWords = (arrivals: CellMap<Arrival>): string => {
  const all = [...arrivals.values()].flatMap((cells) => [...cells.values()]);
  const names = [...new Set(all.map(({ by }) => by))];
  const who = names.length > 2 ? `${names.length} others` : names.join(' and ');
  return `${who} saved ${all.length === 1 ? '1 cell' : `${all.length} cells`} here, marked in the table.`;
};
