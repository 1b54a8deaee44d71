import type { CatalogueView } from '@paceline/contract';
import classes from './reports-page.module.css';

/** A cell of a grid of six by four, filled by strength from 0 to 1. */
const cells = (strength: (column: number, row: number) => number) =>
  Array.from({ length: 24 }, (_, index) => {
    const [column, row] = [index % 6, Math.floor(index / 6)];
    return (
      <rect
        key={index}
        x={2 + column * 9}
        y={2 + row * 8}
        width="8"
        height="7"
        rx="1"
        opacity={strength(column, row)}
      />
    );
  });
const bar = (index: number, width: number) => (
  <rect key={index} x="2" y={3 + index * 8} width={width} height="5" rx="1" opacity={1 - index * 0.18} />
);

/** What each kind of picture looks like, much simplified. */
const DRAWN: Readonly<Record<CatalogueView, React.ReactNode>> = {
  table: [0, 1, 2, 3].map((row) => (
    <g key={row} opacity={row === 0 ? 1 : 0.4}>
      <rect x="2" y={3 + row * 8} width="22" height="4" rx="1" />
      <rect x="30" y={3 + row * 8} width="10" height="4" rx="1" />
      <rect x="44" y={3 + row * 8} width="10" height="4" rx="1" />
    </g>
  )),
  map: cells((column, row) =>
    (column + 2 * row) % 5 === 0 || (row === 3 && column > 3) ? 0.1 : 0.3 + ((column * row) % 3) * 0.3,
  ),
  measureBars: [50, 38, 27, 15].map((width, index) => bar(index, width)),
  heat: cells((column, row) => 0.2 + ((column * 2 + row * 3) % 5) * 0.18),
  cohorts: cells((column, row) => (column + row > 5 ? 0.06 : 0.25 + column * 0.13)),
  days: cells((column, row) => ((column + row) % 4 === 3 ? 0.15 : 0.75)),
  pivot: cells((column, row) => (column === 0 || row === 0 ? 0.9 : 0.3)),
  scatter: [
    [10, 28, 3],
    [18, 20, 5],
    [28, 24, 2.5],
    [35, 12, 6],
    [46, 8, 3.5],
  ].map(([x, y, r]) => <circle key={x} cx={x} cy={y} r={r} opacity="0.6" />),
};

/** A small drawing of what a report looks like. */
export const ReportPicture = ({ view }: { view: CatalogueView }) => (
  <svg className={classes.picture} viewBox="0 0 56 36" width="56" height="36" fill="currentColor" aria-hidden="true">
    {DRAWN[view]}
  </svg>
);
