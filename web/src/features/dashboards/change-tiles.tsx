import {
  countedWords,
  formatMetricValue,
  LEAST_PERCENT_COMPARED,
  numberColumns,
  type WidgetAnswer,
  type WidgetBasis,
  type WidgetColumn,
} from '@paceline/contract';
import { Blank } from '../../ui/blank.tsx';
import figure from './figure.module.css';
import classes from './change-tiles.module.css';
import { toneOf } from '../../lib/change-tone.ts';
import type { PickFigure } from './widget-table.tsx';

interface ChangeTilesProps {
  answer: WidgetAnswer;
  columns: readonly WidgetColumn[];
  onPick: PickFigure | undefined;
}

const noChange = (counted: WidgetBasis[string] | undefined): string =>
  counted?.counted === 'cohort' && (counted.percentMatured ?? 0) < LEAST_PERCENT_COMPARED
    ? 'not mature yet'
    : 'no comparison';

/** One number to a tile, with its change where there is something to compare it with. */
export const ChangeTiles = ({ answer, columns, onPick }: ChangeTilesProps) => {
  const { totals: values, blank, basis } = answer;
  const at = (key: string): number | null => (typeof values[key] === 'number' ? values[key] : null);
  return (
    <dl className={classes.tiles}>
      {numberColumns(columns)
        .slice(0, 9)
        .map((column) => {
          const { key, label, format } = column;
          const change = at(`${key}Change`);
          const reason = blank?.[key];
          const counted = basis?.[key];
          const tone = toneOf(key, change);
          const text = format === null ? '' : formatMetricValue(format, at(key), { place: 'tile' });
          return (
            <div key={key} className={classes.tile}>
              <dt>{label}</dt>
              <dd className={classes.value}>
                {reason !== undefined && <Blank reason={reason} />}
                {reason === undefined && format !== null && onPick === undefined && text}
                {reason === undefined && format !== null && onPick !== undefined && (
                  <button type="button" className={figure.pick} onClick={() => onPick(null, column)}>
                    {text}
                  </button>
                )}
              </dd>
              {`${key}Change` in values && reason === undefined && (
                <dd className={classes.change} data-tone={tone} data-none={change === null || undefined}>
                  {change === null
                    ? noChange(counted)
                    : `${change > 0 ? '▲' : change < 0 ? '▼' : ''} ${formatMetricValue({ kind: 'percent' }, Math.abs(change))}`}
                </dd>
              )}
              {counted?.counted === 'cohort' && reason === undefined && (
                <dd className={classes.counted}>{countedWords(counted.counted, counted.percentMatured)}</dd>
              )}
            </div>
          );
        })}
    </dl>
  );
};
