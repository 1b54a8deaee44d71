import { Text } from '@mantine/core';
import { formatMetricValue, pacedOf, pacingColour, pacingMark } from '@paceline/contract';
import classes from './pacing-bar.module.css';

type Row = Readonly<Record<string, unknown>>;

const PACING_WORDS = { over: 'Over', under: 'Under', on: 'On pace', capped: 'Capped' } as const;
/** End of the bar; the number shows values beyond it. */
const MAX_PERCENT = 150;

/** "Under", "Over", "On pace", "Capped", "Early", or what is missing to judge. */
export const pacingWord = (row: Row, early: boolean, band: number): string => {
  const mark = pacingMark(pacedOf(row), band);
  if (mark === null) return row['budget'] ? 'No spend yet' : 'No budget';
  return early ? 'Early' : PACING_WORDS[mark];
};

interface PacingBarProps {
  row: Row;
  /** Only a day or two of data: shown, not judged. */
  early: boolean;
  /** The owner's pacing band. */
  band: number;
}

/** The month's projection against its budget; the line is at 100 %. */
export const PacingBar = ({ row, early, band }: PacingBarProps) => {
  const word = pacingWord(row, early, band);
  const paced = pacedOf(row);
  const percent = paced.projectionToBudget;
  if (percent === null)
    return (
      <Text span inherit c="dimmed">
        {word}
      </Text>
    );
  const share = (Math.min(Math.max(percent, 0), MAX_PERCENT) / MAX_PERCENT) * 100;
  return (
    <span className={classes.pacing} data-colour={early ? 'early' : pacingColour(paced, band)}>
      <svg className={classes.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className={classes.track} y="2" width="100" height="6" />
        <rect className={classes.fill} y="2" width={share} height="6" />
        <rect className={classes.line} x={10_000 / MAX_PERCENT - 0.7} width="1.4" height="10" />
      </svg>
      <Text component="span" inherit truncate>
        {word} {formatMetricValue({ kind: 'percent' }, percent)}
      </Text>
    </span>
  );
};

/** The number alone, with its direction if off pace, for a dense column. */
export const PacingNumber = ({ row, text, band }: { row: Row; text: string; band: number }) => {
  const paced = pacedOf(row);
  const mark = pacingMark(paced, band);
  return (
    <span className={classes.number} data-colour={pacingColour(paced, band)}>
      {mark === 'capped' && 'Capped '}
      {mark === 'over' && <span aria-label="over">▲ </span>}
      {mark === 'under' && <span aria-label="under">▼ </span>}
      {text}
    </span>
  );
};
