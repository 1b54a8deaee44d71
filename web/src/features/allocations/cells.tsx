import type { CampaignRow, GoalRow } from '@paceline/contract';
import type { CellView } from '../../ui/grid/types.ts';
import classes from './cells.module.css';
import { PacingBar, PacingNumber } from './pacing-bar.tsx';
import { StatusBadge, statusWords } from '../../ui/campaign-status.tsx';

interface CellButtonProps {
  label: string;
  title?: string | undefined;
  tabIndex: number;
  onPress: () => void;
  children: React.ReactNode;
}

/** Something to press in a cell: with the mouse, or by Enter on the cell. */
export const CellButton = ({ label, title, tabIndex, onPress, children }: CellButtonProps) => (
  <button
    type="button"
    className={classes.button}
    aria-label={label}
    aria-haspopup="dialog"
    title={title}
    tabIndex={tabIndex}
    onClick={onPress}
  >
    {children}
  </button>
);

/** On the 1st no day is complete: the number is what today has so far. */
export const soFarCell = ({ row, text }: Pick<CellView<CampaignRow>, 'row' | 'text'>) =>
  row.partial ? (
    <em className={classes.soFar} title="Today so far">
      {text}
    </em>
  ) : (
    text
  );

export const statusCell = (timeZone: string, open: (row: CampaignRow) => void) =>
  function draw({ row, text, tabIndex }: CellView<CampaignRow>) {
    return (
      <CellButton
        label={`Status of ${row.name}: ${text}`}
        title={statusWords(row, timeZone)}
        tabIndex={tabIndex}
        onPress={() => open(row)}
      >
        <StatusBadge code={row.subStatus} />
      </CellButton>
    );
  };

export const linkCell = (word: string, open: (row: CampaignRow) => void) =>
  function draw({ row, tabIndex }: CellView<CampaignRow>) {
    return (
      <CellButton label={`${word} of ${row.name}`} tabIndex={tabIndex} onPress={() => open(row)}>
        <span className={classes.link}>View</span>
      </CellButton>
    );
  };

const percentAt = (row: Readonly<Record<string, unknown>>): number | null =>
  (row['diffToBudget'] ?? null) as number | null;

export const pacingNumberCell = ({ row, text }: Pick<CellView<CampaignRow | GoalRow>, 'row' | 'text'>) => (
  <PacingNumber percent={percentAt(row)} text={text} />
);

export const pacingCell = (early: boolean) =>
  function draw({ row }: Pick<CellView<GoalRow>, 'row'>) {
    return <PacingBar percent={percentAt(row)} early={early} />;
  };
