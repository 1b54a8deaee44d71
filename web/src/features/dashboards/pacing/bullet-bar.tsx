import type { PacingException } from '@paceline/contract';
import classes from './bullet-bar.module.css';

type Bar = Pick<PacingException, 'budget' | 'spent' | 'projection' | 'projectionLow' | 'projectionHigh'>;

/** Bars end at 1.5 budgets, so that budgets line up; further if a mark is beyond that. */
const OF_BUDGET = 1.5;
const ROOM = 1.03;

/** Spend as a bar, the projection as a tick within its range, the budget as a line. The numbers are in text beside it. */
export const BulletBar = ({ bar, ended }: { bar: Bar; ended: boolean }) => {
  const { budget, spent, projection, projectionLow, projectionHigh } = bar;
  const furthest = Math.max(spent ?? 0, projection ?? 0, projectionHigh ?? 0);
  const most = Math.max((budget ?? 0) * OF_BUDGET, furthest * ROOM, 1);
  const at = (value: number): number => (Math.max(0, value) / most) * 100;
  const [low, high] = [projectionLow ?? 0, projectionHigh ?? 0];
  return (
    <svg className={classes.bar} viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
      <rect className={classes.track} y="3" width="100" height="10" />
      {!ended && high > low && <rect className={classes.range} x={at(low)} y="3" width={at(high - low)} height="10" />}
      <rect className={classes.spent} y="5" width={at(spent ?? 0)} height="6" />
      {!ended && projection !== null && (
        <rect className={classes.tick} x={at(projection) - 0.5} y="2" width="1" height="12" />
      )}
      {budget !== null && <rect className={classes.budget} x={at(budget) - 0.4} width="0.8" height="16" />}
    </svg>
  );
};
