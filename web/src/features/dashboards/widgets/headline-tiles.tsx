import { Box } from '@mantine/core';
import {
  countedWords,
  dateLabel,
  formatMetricValue,
  HEADLINE_FIGURES,
  headlineVerdict,
  isTooYoung,
  type WidgetAnswer,
  type WidgetColumn,
  USUAL_PACING_BAND,
} from '@paceline/contract';
import { Sparkline, type SparkPoint } from '../../../ui/marks/sparkline.tsx';
import figure from '../figures/figure.module.css';
import classes from './headline-tiles.module.css';
import { MatureCost } from './mature-cost.tsx';
import { toneOf } from '../../../lib/text/change-tone.ts';
import { writtenDays } from '../../../lib/text/days-text.ts';
import type { PickFigure } from './widget-table.tsx';

interface HeadlineTilesProps {
  answer: WidgetAnswer;
  columns: readonly WidgetColumn[];
  /** Number of complete days in the current month; null if the range is over. */
  daysDone: number | null;
  onPick: PickFigure;
  /** The mature cost is a different figure, from the pacing table. */
  onPickMature: () => void;
}

const GRAIN_WORDS = { day: 'by day', week: 'by week', month: 'by month' } as const;
const MARKS = { good: '●', bad: '◆', none: '○' } as const;
/** The tone of a change that says the same as a verdict. */
const AGREES = { good: 'better', bad: 'worse', none: 'neither' } as const;

type Tile = Pick<HeadlineTilesProps, 'answer' | 'onPick' | 'onPickMature'> & { column: WidgetColumn };

const at = ({ totals }: WidgetAnswer, key: string): number | null =>
  typeof totals[key] === 'number' ? totals[key] : null;

/** The figure. If its inquiries are too recent, the mature cost replaces it, with a note below. */
const Value = ({ answer, column, onPick, onPickMature }: Tile) => {
  const { key, format } = column;
  const mature = at(answer, 'matureCpe');
  const cents = key === 'cpl' ? 'table' : 'tile';
  if (key === 'cpe' && isTooYoung(answer, key) && mature !== null && format !== null)
    return <MatureCost answer={answer} format={format} onPick={onPickMature} />;
  return (
    <button type="button" className={figure.pick} onClick={() => onPick(null, column)}>
      {format === null ? '' : formatMetricValue(format, at(answer, key), { place: cents })}
    </button>
  );
};

/** How the figure is counted, or what it is compared with. */
const basisOf = (answer: WidgetAnswer, key: string): string => {
  const budget = at(answer, 'budget');
  if (key === 'spend')
    return budget === null
      ? 'in the period'
      : `of ${formatMetricValue({ kind: 'dollar' }, budget, { place: 'tile' })} budget`;
  const of = answer.basis?.[key];
  if (of === undefined) return 'in the period';
  // Its name already says that it is of the period.
  if (of.counted === 'event') return 'of inquiries of any date';
  const words = countedWords(of.counted, of.percentMatured);
  return key === 'cpe' && isTooYoung(answer, key) && at(answer, 'matureCpe') !== null
    ? 'Based on matured inquiries of the last 540 days'
    : words;
};

/** The arrow is coloured only if its direction is what the verdict is about: no red arrow beside "Steady" or "On pace". */
const Change = ({ answer, name, tone }: { answer: WidgetAnswer; name: string; tone: keyof typeof AGREES }) => {
  const change = isTooYoung(answer, name) ? null : at(answer, `${name}Change`);
  const sign = change === null || change === 0 ? '' : change > 0 ? '▲' : '▼';
  return (
    <dd className={classes.change} data-tone={toneOf(name, change) === AGREES[tone] ? AGREES[tone] : 'neither'}>
      {change === null
        ? isTooYoung(answer, name)
          ? ''
          : 'no comparison'
        : `${sign} ${formatMetricValue({ kind: 'percent' }, Math.abs(change))}`}
    </dd>
  );
};

/** Five key figures, each with change, sparkline, basis and verdict. */
export const HeadlineTiles = ({ answer, columns, daysDone, onPick, onPickMature }: HeadlineTilesProps) => {
  const { range, compared } = answer;
  // Leaves out the year if it is the same.
  const before = compared && writtenDays(compared).replace(`, ${range.to.slice(0, 4)}`, '');
  const shape = ({ key, format }: WidgetColumn): SparkPoint[] =>
    isTooYoung(answer, key) || format === null
      ? []
      : answer.data.flatMap((row) => {
          const value = row[key];
          if (typeof value !== 'number') return [];
          return [
            {
              value,
              text: `${dateLabel(String(row['date']), answer.grain ?? 'day')}: ${formatMetricValue(format, value)}`,
            },
          ];
        });
  return (
    <dl className={classes.tiles}>
      {HEADLINE_FIGURES.map((key) => {
        const column = columns.find((one) => one.key === key);
        if (column === undefined) return null;
        const { short = column.label } = column;
        const verdict = headlineVerdict(key, { answer, before, daysDone, band: answer.band ?? USUAL_PACING_BAND });
        const points = shape(column);
        return (
          <div key={key} className={classes.tile}>
            <dt>{column.label}</dt>
            <dd className={classes.value}>
              <Value {...{ answer, column, onPick, onPickMature }} />
            </dd>
            <Change answer={answer} name={key} tone={verdict.tone} />
            <Box component="dd" mih={22} style={{ gridColumn: '1 / -1' }}>
              {points.length > 1 && (
                <Sparkline label={`${short} ${GRAIN_WORDS[answer.grain ?? 'day']}`} points={points} />
              )}
            </Box>
            <dd className={classes.basis}>{basisOf(answer, key)}</dd>
            <dd className={classes.verdict} data-tone={verdict.tone}>
              <span aria-hidden="true">{MARKS[verdict.tone]}</span> {verdict.text}
            </dd>
          </div>
        );
      })}
    </dl>
  );
};
