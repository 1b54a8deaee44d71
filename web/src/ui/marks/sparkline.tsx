import { Box } from '@mantine/core';
import classes from './sparkline.module.css';

interface SparklineProps {
  /** Accessible description. */
  label: string;
  values: readonly number[];
}

const WIDTH = 92;
const HEIGHT = 20;

/** A month's daily values as a small line: the shape, not the numbers. */
export const Sparkline = ({ label, values }: SparklineProps) => {
  if (values.length === 0)
    return (
      <Box component="span" c="dimmed">
        –
      </Box>
    );
  const most = Math.max(...values, 1);
  const step = values.length === 1 ? 0 : WIDTH / (values.length - 1);
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)},${(HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1)}`,
  );
  const last = points.at(-1)?.split(',') ?? ['0', '0'];
  return (
    <svg className={classes.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <polyline points={points.join(' ')} />
      <circle cx={last[0]} cy={last[1]} r="2" />
    </svg>
  );
};
