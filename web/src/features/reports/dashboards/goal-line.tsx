import { Text } from '@mantine/core';
import { GOAL_SIDES, type GoalSide, type GoalState } from '@paceline/contract';
import classes from './dashboard.module.css';

interface GoalLineProps {
  goal: GoalState;
  amount: string;
  side: GoalSide;
  /** Without it the figure is of other dates or data than the goal. */
  isCompared: boolean;
}

/** A bar to 125 % of the goal: reached, goal, and where the days so far would be. */
const OF_GOAL = 1.25;
const at = (share: number): number => (Math.max(0, Math.min(share, OF_GOAL)) / OF_GOAL) * 100;

const GoalBar = ({ reached, gone, tone }: NonNullable<GoalState['bar']> & Pick<GoalState, 'tone'>) => (
  <svg className={classes.goalBar} data-tone={tone} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect className={classes.track} y="2" width="100" height="6" />
    <rect className={classes.reached} y="2" width={at(reached)} height="6" />
    {gone < 1 && <rect className={classes.gone} x={at(gone) - 0.3} y="0" width="0.6" height="10" />}
    <rect className={classes.mark} x={at(1) - 0.4} y="0" width="0.8" height="10" />
  </svg>
);

export const GoalLine = ({ goal: { bar, text, verdict, tone }, amount, side, isCompared }: GoalLineProps) =>
  isCompared ? (
    <>
      {bar && <GoalBar {...bar} tone={tone} />}
      <Text size="xs">
        <strong className={classes.verdict} data-tone={tone}>
          {verdict}
        </strong>{' '}
        {text}
      </Text>
    </>
  ) : (
    <Text size="xs" c="dimmed">
      {`Goal of the card’s own dates and data: ${GOAL_SIDES[side].toLowerCase()} ${amount}`}
    </Text>
  );
