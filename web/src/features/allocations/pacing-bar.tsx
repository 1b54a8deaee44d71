import { formatMetricValue, pacingColour, pacingMark } from '@paceline/contract';
import classes from './pacing-bar.module.css';

const WORDS = { over: 'Over', under: 'Under', on: 'On pace' } as const;
/** The bar ends here; what is beyond is told by the number. */
const MOST = 150;

/** "Under", "Over", "On pace", "Early"; null where there is no budget to pace against. */
export const pacingWord = (percent: number | null, early: boolean): string | null => {
  const mark = pacingMark(percent);
  if (mark === null) return null;
  return early ? 'Early' : WORDS[mark];
};

interface PacingBarProps {
  /** % to budget, in percent units. */
  percent: number | null;
  /** A day or two of data: shown, and judged by nobody. */
  early: boolean;
}

/** Where the month is heading against its budget: the line is 100 %. */
export const PacingBar = ({ percent, early }: PacingBarProps) => {
  const word = pacingWord(percent, early);
  if (word === null || percent === null) return <span className={classes.none}>No budget</span>;
  const share = (Math.min(Math.max(percent, 0), MOST) / MOST) * 100;
  return (
    <span className={classes.pacing} data-colour={early ? 'early' : pacingColour(percent)}>
      <svg className={classes.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className={classes.track} y="2" width="100" height="6" />
        <rect className={classes.fill} y="2" width={share} height="6" />
        <rect className={classes.line} x={10_000 / MOST - 0.7} width="1.4" height="10" />
      </svg>
      <span className={classes.word}>
        {word} {formatMetricValue({ kind: 'percent' }, percent)}
      </span>
    </span>
  );
};

/** The number alone, with its direction where it is off: for a column that is dense with others. */
export const PacingNumber = ({ percent, text }: { percent: number | null; text: string }) => {
  const mark = pacingMark(percent);
  return (
    <span className={classes.number} data-colour={pacingColour(percent)}>
      {mark === 'over' && <span aria-label="over">▲ </span>}
      {mark === 'under' && <span aria-label="under">▼ </span>}
      {text}
    </span>
  );
};
