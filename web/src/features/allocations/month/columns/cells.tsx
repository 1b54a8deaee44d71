import { Box, VisuallyHidden } from '@mantine/core';
import { agreedValue, type CampaignRow, formatMetricValue, type GoalRow } from '@paceline/contract';
import type { CellView } from '../../../../ui/grid/types.ts';
import { NameOverCode } from '../../../../ui/lists/name-over-code.tsx';
import { Shortened } from '../../../../ui/lists/shortened.tsx';
import classes from './cells.module.css';
import { formatDay } from '../../../../lib/text/format.ts';
import { rangeWords } from '../../../../lib/text/projection-range.ts';
import { PacingBar, PacingNumber } from '../../overview/pacing-bar.tsx';
import { StatusBadge, statusWords } from '../../../../ui/marks/campaign-status.tsx';

interface CellButtonProps {
  /** Accessible name, if it differs from the content. */
  label?: string;
  title?: string | undefined;
  tabIndex: number;
  onPress: () => void;
  children: React.ReactNode;
}

/** A control in a cell: pressed by mouse, or by Enter on the cell. */
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

export const codeCell = (prefix: string) =>
  function draw({ text }: Pick<CellView<CampaignRow>, 'text'>) {
    return <Shortened text={text} prefix={prefix} />;
  };

/** Name cell: hides the beginning that other names share. */
export const nameCell = (prefixes: ReadonlyMap<string, string>, open?: (row: CampaignRow) => void) =>
  function draw({ row, text, tabIndex }: CellView<CampaignRow>) {
    const prefix = prefixes.get(text) ?? '';
    if (open)
      return (
        <CellButton label={`Edit ${text} ${row.campaignCode}`} tabIndex={tabIndex} onPress={() => open(row)}>
          <NameOverCode code={row.campaignCode}>
            <span className={classes.link}>
              {prefix !== '' && text.startsWith(prefix) ? `…${text.slice(prefix.length)}` : text}
            </span>
          </NameOverCode>
        </CellButton>
      );
    return <Shortened text={text} prefix={prefix} />;
  };

/** Without an adjustment, shows the value agreed for the start of the month in grey. */
export const adjustedCell = (field: string) =>
  function draw({ row, value, text }: CellView<CampaignRow>) {
    const agreed = agreedValue(row, field);
    if (value != null || agreed === null) return text;
    return (
      <span className={classes.agreed} title="As agreed for the start of the month, not adjusted yet">
        {formatMetricValue({ kind: 'count' }, agreed)}
        <VisuallyHidden> as agreed</VisuallyHidden>
      </span>
    );
  };

/** With a tooltip: often longer than its column. */
export const whyCell = (text: string) => (text === '' ? '' : <span title={text}>{text}</span>);

/** On the 1st no day is complete: the number covers today so far. */
export const soFarCell = ({ row, text }: { row: Pick<CampaignRow, 'partial'>; text: string }) =>
  row.partial ? (
    <em className={classes.soFar} title="Today so far">
      {text}
    </em>
  ) : (
    text
  );

const shortDay = (day: string): string => formatDay(day).split(',')[0] ?? '';

/** A projection, with its range in the tooltip. */
export const projectionCell = (key: 'spendProjection' | 'leadProjection') =>
  function draw({ row, text }: { row: Readonly<Record<string, unknown>>; text: string }) {
    return <span title={rangeWords(row, key)}>{text}</span>;
  };

/** Leaves room for the date beside the amount. */
export const SPEND_WIDTH = 128;

/** When an ad account is late, shows the date the spend reaches: inquiries are more recent. */
export const spendCell = ({ row, text }: { row: Readonly<Record<string, unknown>>; text: string }) => {
  const { through: spend, leadsThrough: leads } = row;
  if (row['partial'] === true) return soFarCell({ row: { partial: true }, text });
  if (typeof spend !== 'string' || typeof leads !== 'string' || spend >= leads) return text;
  return (
    <span title={`Spend through ${formatDay(spend)}, inquiries through ${formatDay(leads)}`}>
      {text}{' '}
      <Box component="span" c="dimmed" fz="0.6875rem">
        to {shortDay(spend)}
      </Box>
    </span>
  );
};

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

export const pacingNumberCell = (band: number) =>
  function draw({ row, text }: Pick<CellView<CampaignRow | GoalRow>, 'row' | 'text'>) {
    return <PacingNumber row={row} text={text} band={band} />;
  };

export const pacingCell = (early: boolean, band: number) =>
  function draw({ row }: Pick<CellView<GoalRow>, 'row'>) {
    return <PacingBar row={row} early={early} band={band} />;
  };

/** Shows the basis of a mature cost; one based on too few outcomes is marked as approximate. */
export const matureCell = (key: keyof GoalRow['matureNotes']) =>
  function draw({ row, text }: Pick<CellView<GoalRow>, 'row' | 'text'>) {
    const { note, few } = row.matureNotes[key];
    return note === null ? text : <span title={note}>{few ? `≈ ${text}` : text}</span>;
  };
