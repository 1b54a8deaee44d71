import { ActionIcon, Flex, Group, SegmentedControl, Text } from '@mantine/core';
import { IconMinus, IconPlus, IconWorld } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { MAP_HEIGHT, MAP_WIDTH } from '../../../ui/us-map/map-size.ts';
import { drawnAt, milesPerStep } from '../../../ui/us-map/prepare-circle.ts';
import classes from './geo.module.css';
import { createDrawing, type Drawn, type MapDrawing, WHOLE } from './map-drawing.ts';
import type { Side } from './prepare-area.ts';
import type { ZipTable } from './prepare-table.ts';

export const TOOLS = { select: 'Select', paint: 'Paint', radius: 'Radius', erase: 'Erase' } as const;
export type Tool = keyof typeof TOOLS;
const PICKS = { zip: 'ZIP code', county: 'County', state: 'State' } as const;
type Pick = keyof typeof PICKS;
const BRUSHES = { small: 'Small', medium: 'Medium', large: 'Large' } as const;
const PIXELS: Record<keyof typeof BRUSHES, number> = { small: 10, medium: 24, large: 60 };

export type Picked = { zips: string[] } | { fips: string } | { state: NonNullable<ReturnType<MapDrawing['stateAt']>> };

interface AreaMapProps {
  table: ZipTable;
  drawn: Drawn;
  side: Side;
  label: string;
  isLocked: boolean;
  /** Point to centre on after a search. */
  focus: readonly [x: number, y: number] | null;
  onPick: (picked: Picked) => void;
  onStroke: (zips: string[], onto: Side | null) => void;
  onMiles: (miles: number) => void;
}

interface Stroke {
  from: readonly [number, number];
  view: { left: number; top: number };
  rows: Set<number>;
  isMoved: boolean;
}

/** The map areas are painted on. A stroke is drawn at once and reported when it ends. */
export const AreaMap = ({ table, drawn, side, label, isLocked, focus, onPick, onStroke, onMiles }: AreaMapProps) => {
  const [chosen, setTool] = useState<Tool>('select');
  // Read-only maps can only be moved and zoomed.
  const tool = isLocked ? 'select' : chosen;
  const [pick, setPick] = useState<Pick>('zip');
  const [brush, setBrush] = useState<keyof typeof BRUSHES>('medium');
  const ground = useRef<HTMLCanvasElement>(null);
  const dots = useRef<HTMLCanvasElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const map = useRef<MapDrawing | null>(null);
  const stroke = useRef<Stroke | null>(null);

  useEffect(() => {
    if (ground.current === null || dots.current === null) return undefined;
    const drawing = createDrawing(ground.current, dots.current, table);
    map.current = drawing;
    const watcher = new ResizeObserver(() => drawing.resize());
    watcher.observe(dots.current);
    return () => watcher.disconnect();
  }, [table]);
  useEffect(() => map.current?.show(drawn), [drawn]);
  useEffect(() => {
    if (focus !== null)
      map.current?.look({ scale: 8, left: focus[0] - MAP_WIDTH / 16, top: focus[1] - MAP_HEIGHT / 16 });
  }, [focus]);

  const zoom = (by: number) => {
    const drawing = map.current;
    if (drawing === null) return;
    const { scale, left, top } = drawing.view();
    const [x, y] = [left + MAP_WIDTH / scale / 2, top + MAP_HEIGHT / scale / 2];
    const next = scale * by;
    drawing.look({ scale: next, left: x - MAP_WIDTH / next / 2, top: y - MAP_HEIGHT / next / 2 });
  };

  const brushed = (drawing: MapDrawing, points: readonly (readonly [number, number])[], of: Stroke) => {
    const fresh: number[] = [];
    for (const point of points)
      for (const row of drawing.rowsNear(point, PIXELS[brush]))
        if (!of.rows.has(row)) {
          of.rows.add(row);
          fresh.push(row);
        }
    if (fresh.length === 0) return;
    drawing.drawOver(fresh, tool === 'erase' ? null : side);
    // Updated outside React: the page renders once at the end of a stroke, even for a thousand codes.
    if (said.current) said.current.textContent = `${formatCount(of.rows.size)} ZIP codes`;
  };
  const milesTo = (point: readonly [number, number]): number | null => {
    const centre = drawn.at === null ? null : drawnAt(drawn.at);
    if (centre === null || drawn.at === null) return null;
    const miles = Math.hypot(point[0] - centre[0], point[1] - centre[1]) * milesPerStep(drawn.at);
    return Math.max(1, Math.min(500, Math.round(miles)));
  };

  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    const drawing = map.current;
    if (drawing === null || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = drawing.at(event.clientX, event.clientY);
    stroke.current = { from, view: drawing.view(), rows: new Set(), isMoved: false };
    if (tool === 'paint' || tool === 'erase') brushed(drawing, [from], stroke.current);
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const [drawing, now] = [map.current, stroke.current];
    if (drawing === null || now === null) return;
    const to = drawing.at(event.clientX, event.clientY);
    if (tool === 'select') {
      const { scale, left, top } = drawing.view();
      if (!now.isMoved && Math.hypot(to[0] - now.from[0], to[1] - now.from[1]) * scale < 4) return;
      now.isMoved = true;
      drawing.look({ scale, left: left - (to[0] - now.from[0]), top: top - (to[1] - now.from[1]) });
    } else if (tool === 'radius') {
      if (said.current) said.current.textContent = `${milesTo(to) ?? 0} miles`;
    } else {
      const between = event.nativeEvent.getCoalescedEvents?.() ?? [];
      const points = between.map((one) => drawing.at(one.clientX, one.clientY));
      // Fast movements leave gaps between events: the line between them is brushed too.
      const last = points.at(-1) ?? to;
      const steps = Math.min(
        40,
        Math.ceil((Math.hypot(last[0] - now.from[0], last[1] - now.from[1]) * drawing.view().scale) / 8),
      );
      for (let step = 1; step < steps; step += 1)
        points.push([
          now.from[0] + ((last[0] - now.from[0]) * step) / steps,
          now.from[1] + ((last[1] - now.from[1]) * step) / steps,
        ]);
      now.from = last;
      brushed(drawing, [...points, last], now);
    }
  };
  const pickAt = (drawing: MapDrawing, point: readonly [number, number]) => {
    if (pick === 'state') {
      const state = drawing.stateAt(point);
      if (state !== null) onPick({ state });
    } else if (pick === 'county') {
      const fips = drawing.countyAt(point);
      if (fips !== null) onPick({ fips });
    } else {
      const near = drawing.rowsNear(point, 12);
      const distance = (row: number) => Math.hypot((table.xs[row] ?? 0) - point[0], (table.ys[row] ?? 0) - point[1]);
      const nearest = near.toSorted((a, b) => distance(a) - distance(b))[0];
      const zip = nearest === undefined ? undefined : table.zips[nearest]?.zip;
      if (zip !== undefined) onPick({ zips: [zip] });
    }
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    const [drawing, now] = [map.current, stroke.current];
    stroke.current = null;
    if (drawing === null || now === null || isLocked) return;
    const to = drawing.at(event.clientX, event.clientY);
    if (said.current) said.current.textContent = '';
    if (tool === 'select' && !now.isMoved) pickAt(drawing, to);
    const miles = tool === 'radius' ? milesTo(to) : null;
    if (miles !== null) onMiles(miles);
    if (now.rows.size > 0)
      onStroke(
        [...now.rows].map((row) => table.zips[row]?.zip ?? ''),
        tool === 'erase' ? null : side,
      );
  };
  const options = <Key extends string>(words: Readonly<Record<Key, string>>) =>
    (Object.keys(words) as Key[]).map((value) => ({ value, label: words[value] }));
  return (
    <div className={classes.map}>
      <Group gap={8} mb={8}>
        {!isLocked && (
          <SegmentedControl
            size="xs"
            aria-label="Map tool"
            value={tool}
            onChange={setTool}
            data={options(TOOLS).filter(({ value }) => value !== 'radius' || drawn.at !== null)}
          />
        )}
        {!isLocked && tool === 'select' && (
          <SegmentedControl
            size="xs"
            aria-label="What is selected"
            value={pick}
            onChange={setPick}
            data={options(PICKS)}
          />
        )}
        {(tool === 'paint' || tool === 'erase') && (
          <SegmentedControl size="xs" aria-label="Brush" value={brush} onChange={setBrush} data={options(BRUSHES)} />
        )}
        <Flex component="span" gap={4} ml="auto">
          <ActionIcon variant="default" aria-label="Zoom in" onClick={() => zoom(2)}>
            <IconPlus size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Zoom out" onClick={() => zoom(0.5)}>
            <IconMinus size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Whole country" onClick={() => map.current?.look(WHOLE)}>
            <IconWorld size={16} aria-hidden="true" />
          </ActionIcon>
        </Flex>
      </Group>
      <div className={classes.canvases}>
        <canvas ref={ground} aria-hidden="true" />
        <canvas
          ref={dots}
          role="img"
          aria-label={label}
          data-tool={tool}
          onPointerDown={start}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={() => (stroke.current = null)}
        />
      </div>
      <Text inherit mt={4} mih={20} fz={13} ref={said} aria-hidden="true" />
    </div>
  );
};
