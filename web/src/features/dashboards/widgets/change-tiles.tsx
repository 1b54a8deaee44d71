import { Box } from '@mantine/core';
import {
  countedWords,
  formatMetricValue,
  isTooEarly,
  MIN_PERCENT_COMPARED,
  STEADY_CHANGE,
  numberColumns,
  TOO_EARLY,
  tooEarlyNote,
  type WidgetAnswer,
  type WidgetBasis,
  type WidgetColumn,
} from '@paceline/contract';
import { Blank } from '../../../ui/marks/blank.tsx';
import { Noted } from '../../../ui/marks/noted.tsx';
import figure from '../figures/figure.module.css';
import classes from './change-tiles.module.css';
import { toneOf } from '../../../lib/text/change-tone.ts';
import { MatureCost } from './mature-cost.tsx';
import type { PickFigure } from './widget-table.tsx';

interface ChangeTilesProps {
  answer: WidgetAnswer;
  columns: readonly WidgetColumn[];
  onPick: PickFigure | undefined;
  /** The mature cost is a different figure, from the pacing table. */
  onPickMature: (() => void) | undefined;
}

const noChange = (counted: WidgetBasis[string] | undefined): string =>
  counted?.counted === 'cohort' && (counted.percentMatured ?? 0) < MIN_PERCENT_COMPARED
    ? 'not matured yet'
    : 'no comparison';

/** A number that opens the rows behind it. A cost of recent inquiries is not shown: the mature cost replaces it, if there is one. */
const Value = ({
  answer,
  column,
  onPick,
  onPickMature,
}: Omit<ChangeTilesProps, 'columns'> & { column: WidgetColumn }) => {
  const { key, format } = column;
  const { [key]: value, matureCpe } = answer.totals;
  if (format === null) return null;
  if (isTooEarly(answer, column) && key === 'cpe' && typeof matureCpe === 'number')
    return <MatureCost answer={answer} format={format} onPick={onPickMature} />;
  const number = typeof value === 'number' ? value : null;
  const pick = onPick && (() => onPick(null, column));
  if (isTooEarly(answer, column) && number !== null)
    return <Noted text={TOO_EARLY} note={tooEarlyNote(answer, column)} onClick={pick} />;
  const text = formatMetricValue(format, number, { place: 'tile' });
  return pick === undefined ? (
    text
  ) : (
    <button type="button" className={figure.pick} onClick={pick}>
      {text}
    </button>
  );
};

/** One number per tile, with its change if there is a comparison. */
export const ChangeTiles = ({ answer, columns, onPick, onPickMature }: ChangeTilesProps) => {
  const { totals: values, blank, basis } = answer;
  const tiles = numberColumns(columns).slice(0, 9);
  const at = (key: string): number | null => (typeof values[key] === 'number' ? values[key] : null);
  return (
    <dl className={classes.tiles} data-odd={tiles.length % 2 === 1 || undefined}>
      {tiles.map((column) => {
        const { key, label } = column;
        const change = at(`${key}Change`);
        const reason = blank?.[key];
        const counted = basis?.[key];
        const tone = change !== null && Math.abs(change) < STEADY_CHANGE ? 'neither' : toneOf(key, change);
        const isMature = key === 'cpe' && isTooEarly(answer, column) && typeof values['matureCpe'] === 'number';
        return (
          <div key={key} className={classes.tile}>
            <dt>{label}</dt>
            <Box component="dd" fz="1.25rem" fw={650}>
              {reason === undefined ? (
                <Value {...{ answer, column, onPick, onPickMature }} />
              ) : (
                <Blank reason={reason} />
              )}
            </Box>
            {`${key}Change` in values && reason === undefined && !isMature && (
              <dd className={classes.change} data-tone={tone} data-none={change === null || undefined}>
                {change === null
                  ? noChange(counted)
                  : `${change > 0 ? '▲' : change < 0 ? '▼' : ''} ${formatMetricValue({ kind: 'percent' }, Math.abs(change))}`}
              </dd>
            )}
            {counted?.counted === 'cohort' && reason === undefined && (
              <Box component="dd" c="dimmed" fz="0.75rem">
                {isMature
                  ? 'Based on matured inquiries of the last 540 days'
                  : countedWords(counted.counted, counted.percentMatured)}
              </Box>
            )}
          </div>
        );
      })}
    </dl>
  );
};
