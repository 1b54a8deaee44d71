import { Box, Group, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type AlertCondition, dimensionWords, type RulePreview, writeRuleValue } from '@paceline/contract';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatCount, formatShortDay } from '../../../lib/text/format.ts';
import { Note } from '../../../ui/pieces/note.tsx';
import { heightOf, PLOT, ruleLines, rulePoints, ruleScale, thresholdAt, thresholdByKey } from './prepare-rule-chart.ts';
import classes from './rule-chart.module.css';

interface RuleChartProps {
  preview: RulePreview;
  condition: AlertCondition;
  /** The threshold is being moved. */
  onMove: (threshold: number) => void;
  /** It was let go. */
  onSettle: () => void;
}

const KEY_PAUSE_MS = 500;
/** Height in which the line can be taken: a finger needs it. */
const GRIP = 20;

/** The 90 days behind a threshold, which can be dragged, or moved by the arrow keys. */
export const RuleChart = ({ preview: { values }, condition, onMove, onSettle }: RuleChartProps) => {
  const { threshold, direction, dimension } = condition;
  // The scale stays while the threshold is dragged.
  const [drag, setDrag] = useState<{ from: number } | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const scale = ruleScale(values, drag?.from ?? threshold);
  const points = rulePoints(values, condition);
  const write = (value: number): string => writeRuleValue(condition, value);
  const metDays = points.filter(({ isMet }) => isMet).length;
  const at = shown === null ? undefined : points[shown];
  const heightAt = ({ currentTarget, clientY }: PointerEvent<SVGElement>): number => {
    const box = (currentTarget.ownerSVGElement ?? currentTarget).getBoundingClientRect();
    return ((clientY - box.top) * PLOT.height) / box.height;
  };
  const grab = (event: PointerEvent<SVGElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: threshold });
  };
  const letGo = (): void => {
    if (drag === null) return;
    setDrag(null);
    onSettle();
  };
  // Held and repeated keys ask once: previews are limited as reports are.
  const settleSoon = useDebouncedCallback(onSettle, KEY_PAUSE_MS);
  const byKey = (event: KeyboardEvent): void => {
    const next = thresholdByKey(event.key, threshold, scale);
    if (next === null) return;
    event.preventDefault();
    onMove(next);
    settleSoon();
  };
  const follow = ({ currentTarget, clientX }: PointerEvent<SVGElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShown(Math.max(0, Math.min(values.length - 1, Math.round(((clientX - left) / width) * (values.length - 1)))));
  };
  const all = values.flatMap(({ value }) => value ?? []);
  const range = all.length === 0 ? 'No values on these days' : `Highest ${write(Math.max(...all))}`;
  const what =
    dimension === null
      ? ''
      : direction === 'above'
        ? '; the largest of each day is drawn'
        : '; the smallest of each day is drawn';
  const dayText = (day: string, name: string | null, value: number | null): string =>
    `${formatShortDay(day)}: ${name === null ? '' : `${dimensionWords(dimension ?? '', name)} `}${value === null ? 'no value' : write(value)}`;
  return (
    <Box mt={8}>
      <Group justify="space-between" gap={8} wrap="nowrap">
        <Text size="xs" fw={600} flex="none">
          {`${formatCount(metDays)} of ${values.length} days ${direction} ${write(threshold)}`}
        </Text>
        {/* One line, so that the chart does not move under the pointer. */}
        <Note size="xs" truncate>
          {at === undefined ? `${range}${what}` : dayText(at.day, at.name, at.value)}
        </Note>
      </Group>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
        preserveAspectRatio="none"
        role="group"
        aria-label={`The last ${values.length} days against the threshold`}
        onPointerMove={follow}
        onPointerLeave={() => setShown(null)}
      >
        <line className={classes.zero} x1="0" x2={PLOT.width} y1={heightOf(0, scale)} y2={heightOf(0, scale)} />
        {ruleLines(points, scale).map((line) => (
          <polyline key={line} className={classes.line} points={line} />
        ))}
        {points.map(({ day, x, value, isMet }) =>
          isMet && value !== null ? (
            // A line without length is a dot that stays round at every width.
            <line
              key={day}
              className={classes.met}
              x1={x}
              x2={x}
              y1={heightOf(value, scale)}
              y2={heightOf(value, scale)}
            />
          ) : null,
        )}
        <g
          className={classes.threshold}
          role="slider"
          tabIndex={0}
          aria-label="Threshold"
          aria-orientation="vertical"
          aria-valuemin={scale.min}
          aria-valuemax={scale.max}
          aria-valuenow={threshold}
          aria-valuetext={write(threshold)}
          onPointerDown={grab}
          onPointerMove={(event) => drag !== null && onMove(thresholdAt(heightAt(event), scale))}
          onPointerUp={letGo}
          onPointerCancel={letGo}
          onKeyDown={byKey}
        >
          <line x1="0" x2={PLOT.width} y1={heightOf(threshold, scale)} y2={heightOf(threshold, scale)} />
          <rect x="0" width={PLOT.width} y={heightOf(threshold, scale) - GRIP / 2} height={GRIP} />
        </g>
      </svg>
      <Group justify="space-between">
        <Note size="xs">{formatShortDay(values[0]?.day ?? '')}</Note>
        <Note size="xs">Drag the dashed line to change the threshold.</Note>
        <Note size="xs">{formatShortDay(values.at(-1)?.day ?? '')}</Note>
      </Group>
    </Box>
  );
};
