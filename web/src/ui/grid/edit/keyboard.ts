import { type Bounds, clampPlace, type Place, type Range } from './range.ts';

export interface Key {
  key: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
}

/** The action of a key in the grid. */
export type Intent =
  | { type: 'move'; to: Place; extends: boolean }
  | { type: 'edit'; mode: 'typed' | 'whole' }
  | { type: 'press'; isEnter: boolean; isShift: boolean }
  | { type: 'clear' | 'fillDown' | 'undo' | 'redo' | 'all' | 'row' | 'column' | 'collapse' | 'remark' | 'menu' }
  | { type: 'resize'; by: number };

const STEPS: Record<string, [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const RESIZE_STEP = 16;

/** The last cell, excluding header and totals. */
const farEnd = (bounds: Bounds): Place => ({ row: bounds.rows - 1, column: bounds.columns - 1 });

const arrow = ({ key, ctrl }: Key, from: Place, bounds: Bounds): Place | null => {
  const step = STEPS[key];
  if (!step) return null;
  const [down, across] = step;
  if (!ctrl) return { row: from.row + down, column: from.column + across };
  const end = farEnd(bounds);
  return {
    row: down === 0 ? from.row : down < 0 ? 0 : end.row,
    column: across === 0 ? from.column : across < 0 ? 0 : end.column,
  };
};

const jump = ({ key, ctrl }: Key, from: Place, bounds: Bounds, page: number): Place | null => {
  const end = farEnd(bounds);
  switch (key) {
    case 'Home':
      return { row: ctrl ? 0 : from.row, column: 0 };
    case 'End':
      return { row: ctrl ? end.row : from.row, column: end.column };
    case 'PageUp':
      return { row: Math.max(0, from.row - page), column: from.column };
    case 'PageDown':
      return { row: Math.min(end.row, from.row + page), column: from.column };
    default:
      return null;
  }
};

/** Row by row; null at either end, where Tab leaves the grid. */
export const nextCell = ({ row, column }: Place, isBack: boolean, { rows, columns }: Bounds): Place | null => {
  const to = isBack ? column - 1 : column + 1;
  if (to >= 0 && to < columns) return { row, column: to };
  const line = isBack ? row - 1 : row + 1;
  return line < 0 || line >= rows ? null : { row: line, column: isBack ? columns - 1 : 0 };
};

const WITH_CTRL: Record<string, Intent> = {
  z: { type: 'undo' },
  y: { type: 'redo' },
  d: { type: 'fillDown' },
  a: { type: 'all' },
  ' ': { type: 'column' },
};
const ALONE: Record<string, Intent> = {
  F2: { type: 'edit', mode: 'whole' },
  Delete: { type: 'clear' },
  Backspace: { type: 'clear' },
  Escape: { type: 'collapse' },
  ContextMenu: { type: 'menu' },
};

/** Null: not a key of the grid. */
export const readKey = (key: Key, { anchor, head }: Range, bounds: Bounds, page: number): Intent | null => {
  if (key.alt) return key.key === 'ArrowDown' ? { type: 'remark' } : null;
  const isHeader = anchor.row < 0;
  const across = STEPS[key.key]?.[1];
  if (isHeader && key.ctrl && across) return { type: 'resize', by: across * RESIZE_STEP };
  const from = key.shift ? head : anchor;
  const to = arrow(key, from, bounds) ?? jump(key, from, bounds, page);
  if (to) return { type: 'move', to: clampPlace(to, bounds), extends: key.shift };
  if (key.ctrl) {
    if (key.shift) return key.key.toLowerCase() === 'z' ? { type: 'redo' } : null;
    return WITH_CTRL[key.key.toLowerCase()] ?? null;
  }
  if (key.key === 'F10') return key.shift ? { type: 'menu' } : null;
  if (key.key === ' ' && key.shift) return { type: 'row' };
  if (key.key === 'Enter' || key.key === ' ')
    return { type: 'press', isEnter: key.key === 'Enter', isShift: key.shift };
  if (ALONE[key.key]) return ALONE[key.key] ?? null;
  return key.key.length === 1 ? { type: 'edit', mode: 'typed' } : null;
};
