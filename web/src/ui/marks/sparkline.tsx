import { Box, Tooltip } from '@mantine/core';
import { type PointerEvent, useState } from 'react';
import classes from './sparkline.module.css';

export interface SparkPoint {
  value: number;
  /** What the pointer shows: "Nov 3: $2,310". */
  text: string;
}

interface SparklineProps {
  /** Accessible description. */
  label: string;
  points: readonly SparkPoint[];
}

const WIDTH = 92;
const HEIGHT = 20;

/** A month's daily values as a small line; the pointer shows each of them. */
export const Sparkline = ({ label, points }: SparklineProps) => {
  const [shown, setShown] = useState<number | null>(null);
  if (points.length === 0)
    return (
      <Box component="span" c="dimmed">
        –
      </Box>
    );
  const most = Math.max(...points.map(({ value }) => value), 1);
  const step = points.length === 1 ? 0 : WIDTH / (points.length - 1);
  const places = points.map(({ value }, index): [number, number] => [
    index * step,
    HEIGHT - 2 - (value / most) * (HEIGHT - 4),
  ]);
  const [x, y] = places[shown ?? places.length - 1] ?? [0, 0];
  const follow = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = width === 0 ? 0 : (clientX - left) / width;
    setShown(Math.max(0, Math.min(points.length - 1, Math.round(share * (points.length - 1)))));
  };
  const text = shown === null ? undefined : points[shown]?.text;
  return (
    <Tooltip
      opened={text !== undefined}
      position="right"
      label={<span className={classes.tip}>{text}</span>}
      classNames={{ tooltip: classes.box ?? '' }}
    >
      <svg
        className={classes.line}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={label}
        onPointerMove={follow}
        onPointerLeave={() => setShown(null)}
      >
        <polyline points={places.map(([across, down]) => `${across.toFixed(1)},${down.toFixed(1)}`).join(' ')} />
        <circle cx={x.toFixed(1)} cy={y.toFixed(1)} r="2" />
      </svg>
    </Tooltip>
  );
};
