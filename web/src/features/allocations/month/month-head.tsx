import type { ReactNode } from 'react';
import classes from './month-head.module.css';
import type { HeadFacts } from './prepare-calendar.ts';

interface MonthHeadProps {
  title: string;
  head: HeadFacts | null;
  children?: ReactNode;
}

const MARKS = {
  early: {
    word: 'Early',
    note: 'Too early to judge: fewer than 3 complete days of data. Pacing lists and alerts start then.',
  },
  partial: {
    word: 'Today so far',
    note: 'No day of the month is complete yet. Month-to-date figures show today so far.',
  },
} as const;

/** Which month it is, how far it is and through when its data is, on one line: the table below needs the room. */
export const MonthHead = ({ title, head, children }: MonthHeadProps) => (
  <div className={classes.head}>
    <title>{`${title} · Paceline`}</title>
    <div className={classes.words}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.facts}>
        {head && <strong className={classes.month}>{head.month}</strong>}
        {head?.facts.map((fact) => (
          <span key={fact} className={classes.fact}>
            {fact}
          </span>
        ))}
        {head?.mark && (
          <span className={classes.mark} title={MARKS[head.mark].note}>
            {MARKS[head.mark].word}
          </span>
        )}
      </p>
    </div>
    {children}
  </div>
);
