import { type AreaRecord, type UsState, usStateOf } from '@paceline/contract';
import { feature } from 'topojson-client';
import atlas from 'us-atlas/counties-albers-10m.json';
import { MAP_HEIGHT, MAP_WIDTH } from '../../../ui/us-map/map-size.ts';
import { drawnCircle } from '../../../ui/us-map/prepare-circle.ts';
import { type AreaValues, KINDS, type Side } from './prepare-area.ts';
import type { ZipTable } from './prepare-table.ts';

interface Shape {
  id: string;
  name: string;
  path: Path2D;
}

type Ring = readonly (readonly [number, number])[];

const pathOf = (rings: readonly Ring[]): Path2D => {
  const path = new Path2D();
  for (const ring of rings) {
    ring.forEach(([x, y], index) => (index === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
    path.closePath();
  }
  return path;
};

const shapesOf = (what: 'counties' | 'states'): Shape[] => {
  const topology = atlas as unknown as Parameters<typeof feature>[0];
  const { features } = feature(topology, topology.objects[what]!) as unknown as {
    features: { id: string; properties: { name: string }; geometry: { type: string; coordinates: unknown } | null }[];
  };
  return features.flatMap(({ id, properties, geometry }) => {
    if (geometry === null) return [];
    const rings =
      geometry.type === 'Polygon' ? (geometry.coordinates as Ring[]) : (geometry.coordinates as Ring[][]).flat();
    return [{ id, name: properties.name, path: pathOf(rings) }];
  });
};

let cache: { counties: Shape[]; states: Shape[] } | null = null;
const shapes = () => (cache ??= { counties: shapesOf('counties'), states: shapesOf('states') });

interface View {
  /** Zoom factor relative to the whole country, and the drawing's point at the top left. */
  scale: number;
  left: number;
  top: number;
}
export const WHOLE: View = { scale: 1, left: 0, top: 0 };

/** The theme's colours. */
const coloursOf = (element: Element) => {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    ground: of('--geo-ground'),
    line: of('--geo-line'),
    include: of('--geo-include'),
    tint: of('--geo-tint'),
    exclude: of('--geo-exclude'),
    dot: of('--geo-dot'),
    circle: of('--geo-circle'),
  };
};

const hatch = (context: CanvasRenderingContext2D, colour: string): CanvasPattern | string => {
  const tile = document.createElement('canvas');
  [tile.width, tile.height] = [8, 8];
  const pen = tile.getContext('2d');
  if (pen === null) return colour;
  pen.strokeStyle = colour;
  pen.lineWidth = 2;
  pen.beginPath();
  for (const from of [-8, 0, 8]) {
    pen.moveTo(from, 8);
    pen.lineTo(from + 8, 0);
  }
  pen.stroke();
  return context.createPattern(tile, 'repeat') ?? colour;
};

export interface Drawn {
  values: Pick<AreaValues, 'states' | 'counties' | 'outStates' | 'outCounties' | 'miles'>;
  at: AreaRecord['at'];
  /** By row of the table. */
  kinds: Uint8Array;
  /** Whether the drawn area is the campus's: outlined instead of filled. */
  isInherited: boolean;
}

const CELL = 5;
const COLUMNS = Math.ceil(MAP_WIDTH / CELL);

/** Spatial index: ZIP codes by square of the drawing, so that a brush checks only a few. */
const gridOf = ({ xs, ys }: ZipTable): Map<number, number[]> => {
  const cells = new Map<number, number[]>();
  xs.forEach((x, row) => {
    const y = ys[row] ?? Number.NaN;
    if (Number.isNaN(x) || Number.isNaN(y)) return;
    const cell = Math.floor(y / CELL) * COLUMNS + Math.floor(x / CELL);
    const rows = cells.get(cell);
    if (rows === undefined) cells.set(cell, [row]);
    else rows.push(row);
  });
  return cells;
};

export type MapDrawing = ReturnType<typeof createDrawing>;

/** Draws areas on two canvases: outlines below, redrawn only with the view, and dots above, which a brush adds to. */
export const createDrawing = (ground: HTMLCanvasElement, dots: HTMLCanvasElement, table: ZipTable) => {
  const below = ground.getContext('2d');
  const above = dots.getContext('2d');
  if (below === null || above === null) throw new Error('There is no canvas to draw on');
  const grid = gridOf(table);
  let view = WHOLE;
  let drawn: Drawn | null = null;
  let colours = coloursOf(ground);

  const unit = (): number => (ground.width / MAP_WIDTH) * view.scale;
  const dotSize = (): number => Math.max(1.6, Math.min(7, unit() * 0.9));
  const place = (context: CanvasRenderingContext2D): void =>
    context.setTransform(unit(), 0, 0, unit(), -view.left * unit(), -view.top * unit());

  const drawGround = (): void => {
    below.setTransform(1, 0, 0, 1, 0, 0);
    below.clearRect(0, 0, ground.width, ground.height);
    place(below);
    const { states, counties } = shapes();
    below.fillStyle = colours.ground;
    for (const { path } of states) below.fill(path);
    if (drawn !== null) {
      const { values, isInherited } = drawn;
      const inStates = new Set<string | null>(values.states);
      const outStates = new Set<string | null>(values.outStates);
      const [inCounties, outCounties] = [new Set(values.counties), new Set(values.outCounties)];
      const chosen = [
        ...states.map(({ name, path }) => ({
          path,
          isIn: inStates.has(usStateOf(name)),
          isOut: outStates.has(usStateOf(name)),
        })),
        ...counties.map(({ id, path }) => ({ path, isIn: inCounties.has(id), isOut: outCounties.has(id) })),
      ];
      const pattern = hatch(below, colours.exclude);
      for (const { path, isIn, isOut } of chosen) {
        if (isIn && !isInherited) {
          below.fillStyle = colours.tint;
          below.fill(path);
        } else if (isIn) {
          below.strokeStyle = colours.include;
          below.lineWidth = 2 / unit();
          below.stroke(path);
        }
        if (!isOut) continue;
        below.save();
        below.clip(path);
        below.setTransform(1, 0, 0, 1, 0, 0);
        below.fillStyle = pattern;
        below.fillRect(0, 0, ground.width, ground.height);
        below.restore();
      }
    }
    below.strokeStyle = colours.line;
    below.lineWidth = 0.5 / unit();
    if (view.scale >= 2) for (const { path } of counties) below.stroke(path);
    below.lineWidth = 1.2 / unit();
    for (const { path } of states) below.stroke(path);
  };

  const drawDot = (row: number, kind: number, size: number, step: number): void => {
    const x = ((table.xs[row] ?? Number.NaN) - view.left) * step;
    const y = ((table.ys[row] ?? Number.NaN) - view.top) * step;
    if (!(x > -size && y > -size && x < dots.width + size && y < dots.height + size)) return;
    if (kind === KINDS.excluded) {
      above.strokeRect(x - size / 2, y - size / 2, size, size);
      above.beginPath();
      above.moveTo(x - size / 2, y + size / 2);
      above.lineTo(x + size / 2, y - size / 2);
      above.stroke();
    } else if (kind === KINDS.inside && drawn?.isInherited) above.strokeRect(x - size / 2, y - size / 2, size, size);
    else above.fillRect(x - size / 2, y - size / 2, size, size);
  };

  const setPen = (kind: number): void => {
    const colour = kind === KINDS.inside ? colours.include : kind === KINDS.excluded ? colours.exclude : colours.dot;
    above.fillStyle = colour;
    above.strokeStyle = colour;
    above.lineWidth = 1;
  };

  const drawDots = (): void => {
    above.setTransform(1, 0, 0, 1, 0, 0);
    above.clearRect(0, 0, dots.width, dots.height);
    if (drawn === null) return;
    const { kinds, values, at } = drawn;
    const [size, step] = [dotSize(), unit()];
    for (const kind of [KINDS.outside, KINDS.inside, KINDS.excluded]) {
      setPen(kind);
      const own = kind === KINDS.outside ? Math.max(1, size * 0.6) : size;
      for (let row = 0; row < kinds.length; row += 1) if (kinds[row] === kind) drawDot(row, kind, own, step);
    }
    const miles = Number(values.miles);
    const circle = at === null || !(miles > 0) ? null : drawnCircle({ ...at, miles });
    if (circle === null) return;
    place(above);
    above.strokeStyle = colours.circle;
    above.lineWidth = 2.5 / unit();
    above.stroke(new Path2D(circle.path));
    above.setTransform(1, 0, 0, 1, 0, 0);
  };

  const draw = (): void => {
    drawGround();
    drawDots();
  };

  /** Converts a page position to the drawing. */
  const at = (clientX: number, clientY: number): [x: number, y: number] => {
    const box = dots.getBoundingClientRect();
    const step = (box.width / MAP_WIDTH) * view.scale;
    return [(clientX - box.left) / step + view.left, (clientY - box.top) / step + view.top];
  };

  return {
    at,
    view: (): View => view,
    show: (next: Drawn): void => {
      drawn = next;
      draw();
    },
    look: (next: View): void => {
      const scale = Math.max(1, Math.min(40, next.scale));
      view = {
        scale,
        left: Math.max(0, Math.min(MAP_WIDTH - MAP_WIDTH / scale, next.left)),
        top: Math.max(0, Math.min(MAP_HEIGHT - MAP_HEIGHT / scale, next.top)),
      };
      draw();
    },
    resize: (): void => {
      const box = dots.getBoundingClientRect();
      if (box.width === 0) return;
      const ratio = Math.min(2, window.devicePixelRatio);
      for (const canvas of [ground, dots]) {
        canvas.width = Math.round(box.width * ratio);
        canvas.height = Math.round(((box.width * MAP_HEIGHT) / MAP_WIDTH) * ratio);
      }
      colours = coloursOf(ground);
      draw();
    },
    /** The rows within a brush around a point of the drawing; the radius is in page pixels. */
    rowsNear: ([x, y]: readonly [number, number], pixels: number): number[] => {
      const box = dots.getBoundingClientRect();
      const reach = pixels / ((box.width / MAP_WIDTH) * view.scale);
      const ids: number[] = [];
      for (let cellY = Math.floor((y - reach) / CELL); cellY <= Math.floor((y + reach) / CELL); cellY += 1)
        for (let cellX = Math.floor((x - reach) / CELL); cellX <= Math.floor((x + reach) / CELL); cellX += 1)
          for (const row of grid.get(cellY * COLUMNS + cellX) ?? [])
            if (Math.hypot((table.xs[row] ?? 0) - x, (table.ys[row] ?? 0) - y) <= reach) ids.push(row);
      return ids;
    },
    /** Draws only these rows: redrawing everything on each movement would be too slow. */
    drawOver: (rows: readonly number[], onto: Side | null): void => {
      const kind = onto === null ? KINDS.outside : onto === 'include' ? KINDS.inside : KINDS.excluded;
      setPen(kind);
      const [size, step] = [dotSize(), unit()];
      for (const row of rows) drawDot(row, kind, size, step);
    },
    /** The state at a point of the drawing. */
    stateAt: ([x, y]: readonly [number, number]): UsState | null => {
      below.setTransform(1, 0, 0, 1, 0, 0);
      return usStateOf(shapes().states.find(({ path }) => below.isPointInPath(path, x, y))?.name ?? '');
    },
    countyAt: ([x, y]: readonly [number, number]): string | null => {
      below.setTransform(1, 0, 0, 1, 0, 0);
      return shapes().counties.find(({ path }) => below.isPointInPath(path, x, y))?.id ?? null;
    },
  };
};
