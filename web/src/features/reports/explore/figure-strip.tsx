import { UnstyledButton } from '@mantine/core';
import {
  changeKey,
  formatMetricValue,
  type QuestionAnswer,
  type QuestionColumn,
  youngOf,
  youngText,
} from '@paceline/contract';
import { toneOf } from '../../../lib/text/change-tone.ts';
import { chartMeasures, textOf } from '../answer/chart-values.ts';
import classes from './explore.module.css';

interface FigureStripProps {
  answer: QuestionAnswer;
  lead: string;
  onLead: (measure: string) => void;
}

const Change = ({ column, answer }: { column: QuestionColumn; answer: QuestionAnswer }) => {
  const change = answer.total[changeKey(column.key)];
  if (answer.compared === null) return null;
  return (
    <span className={classes.change} data-tone={typeof change === 'number' ? toneOf(column.key, change) : 'neither'}>
      {formatMetricValue({ kind: 'percent', decimals: 1 }, typeof change === 'number' ? change : null, {
        signed: true,
      })}
    </span>
  );
};

/** The totals of all values; the pressed one is what chart and leaderboards show. */
export const FigureStrip = ({ answer, lead, onLead }: FigureStripProps) => (
  <div className={classes.figures} role="group" aria-label="Value to explore">
    {chartMeasures(answer).map((column) => {
      const value = answer.total[column.key];
      const young = youngOf(answer, answer.total, column.key);
      const text = textOf(column, typeof value === 'number' ? value : null);
      return (
        <UnstyledButton
          key={column.key}
          className={classes.figure}
          aria-pressed={column.key === lead}
          title={young === null ? undefined : youngText(young, (whole) => textOf(column, whole))}
          onClick={() => onLead(column.key)}
        >
          <span className={classes.figureName}>{column.label}</span>
          <span className={classes.figureLine}>
            <strong data-young={young !== null || undefined}>{text}</strong> <Change column={column} answer={answer} />
          </span>
        </UnstyledButton>
      );
    })}
  </div>
);
