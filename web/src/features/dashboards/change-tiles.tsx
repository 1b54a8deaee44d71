import { formatMetricValue, type WidgetAnswer } from '@paceline/contract';
import classes from './change-tiles.module.css';
import { numberColumns, type WidgetColumn } from './prepare-columns.ts';

const DERIVED = /(Previous|Change|LastYear)$/;

/** Whether more of it is worse: its rise is no good news. */
const COSTS = /cost|cpl|cpe|cpa|cpc|returnRate/i;

interface ChangeTilesProps {
  answer: WidgetAnswer;
  columns: readonly WidgetColumn[];
}

/** One number to a tile, with its change where there is something to compare it with. */
export const ChangeTiles = ({ answer, columns }: ChangeTilesProps) => {
  const values = answer.totals;
  const at = (key: string): number | null => (typeof values[key] === 'number' ? values[key] : null);
  return (
    <dl className={classes.tiles}>
      {numberColumns(columns)
        .filter(({ key }) => !DERIVED.test(key))
        .slice(0, 9)
        .map(({ key, label, format }) => {
          const change = at(`${key}Change`);
          const worse = change !== null && change !== 0 && change > 0 === COSTS.test(key);
          return (
            <div key={key} className={classes.tile}>
              <dt>{label}</dt>
              <dd className={classes.value}>
                {format === null ? '' : formatMetricValue(format, at(key), { place: 'tile' })}
              </dd>
              {`${key}Change` in values && (
                <dd className={classes.change} data-worse={worse || undefined}>
                  {change === null
                    ? 'no comparison'
                    : `${change > 0 ? '▲' : change < 0 ? '▼' : ''} ${formatMetricValue({ kind: 'percent' }, Math.abs(change))}`}
                </dd>
              )}
            </div>
          );
        })}
    </dl>
  );
};
