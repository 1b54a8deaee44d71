import { US_STATES, type UsState } from '@paceline/contract';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../../../lib/text/format.ts';
import { MAP_HEIGHT, MAP_WIDTH } from '../../../../ui/us-map/map-size.ts';
import { type Circle, drawnCircle } from '../../../../ui/us-map/prepare-circle.ts';
import classes from './state-map.module.css';
import { stateShapes } from '../../../../ui/us-map/state-shapes.ts';

interface StateMapProps {
  /** Accessible description; the list beside the map has the details. */
  label: string;
  included: readonly UsState[];
  excluded: readonly UsState[];
  /** Number of included ZIP codes, for partly included states. */
  zips: ReadonlyMap<UsState, number>;
  /** The radius around a campus. */
  circle?: Circle | null;
  /** Absent: read-only. */
  onPick?: (state: UsState) => void;
}

type Kind = 'included' | 'excluded' | 'zips' | 'none';

/** The states with their marks. Without a mouse, the list beside it is used. */
export const StateMap = ({ label, included, excluded, zips, circle = null, onPick }: StateMapProps) => {
  const drawing = useRef<SVGSVGElement>(null);
  const pick = useRef(onPick);
  useEffect(() => void (pick.current = onPick));
  // One listener for all shapes: for assistive tools the map is an image, and they use the list.
  useEffect(() => {
    const element = drawing.current;
    const press = (event: MouseEvent) => {
      const state = event.target instanceof Element ? event.target.getAttribute('data-state') : null;
      if (state !== null) pick.current?.(state as UsState);
    };
    element?.addEventListener('click', press);
    return () => element?.removeEventListener('click', press);
  }, []);
  const kindOf = (state: UsState): Kind => {
    if (excluded.includes(state)) return 'excluded';
    if (included.includes(state)) return 'included';
    return zips.has(state) ? 'zips' : 'none';
  };
  const drawn = circle && drawnCircle(circle);
  return (
    <svg
      ref={drawing}
      className={classes.map}
      viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
      role="img"
      aria-label={label}
      data-pickable={onPick !== undefined || undefined}
    >
      <defs>
        <pattern id="excluded-states" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="8" height="8" className={classes.hatchGround} />
          <line x1="0" y1="0" x2="0" y2="8" className={classes.hatch} />
        </pattern>
      </defs>
      {stateShapes().map(({ state, path }) => (
        <path key={state} d={path} className={classes.state} data-state={state} data-kind={kindOf(state)}>
          <title>
            {US_STATES[state]}
            {zips.has(state) && `, ${formatCount(zips.get(state))} ZIP codes`}
          </title>
        </path>
      ))}
      {drawn && (
        <g className={classes.circle} data-circle={circle?.miles}>
          <path d={drawn.path} />
          <circle cx={drawn.centre[0]} cy={drawn.centre[1]} r={3} />
        </g>
      )}
      {stateShapes().map(({ state, middle: [x, y] }) =>
        zips.has(state) ? (
          <text key={state} x={x} y={y} className={classes.count}>
            {formatCount(zips.get(state))}
          </text>
        ) : null,
      )}
    </svg>
  );
};
