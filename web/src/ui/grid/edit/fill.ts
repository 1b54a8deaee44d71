import { cellValue, isEditable } from './cell-value.ts';
import { plainCell, readCell } from './kinds.ts';
import { type Block, cellCount } from './range.ts';
import type { CellChange, GridColumn, RowKey } from '../types.ts';

/** The grid for fills and copies: all cells by place, visible or not. */
export interface Sheet<Row> {
  columns: readonly GridColumn<Row>[];
  rowCount: number;
  rowAt: (index: number) => { key: RowKey; row: Row; edits: ReadonlyMap<string, unknown> | undefined } | undefined;
}
export interface Filled {
  changes: CellChange[];
  block: Block;
  readOnly: number;
  /** Clipboard cells beyond the last row or column. */
  outside: number;
}

const fill = <Row>(
  sheet: Sheet<Row>,
  block: Block,
  textFor: (row: number, column: number) => string | undefined,
): Filled => {
  const filled: Filled = { changes: [], block, readOnly: 0, outside: 0 };
  for (let rowIndex = block.top; rowIndex <= block.bottom; rowIndex += 1) {
    const at = sheet.rowAt(rowIndex);
    for (let index = block.left; index <= block.right; index += 1) {
      const text = textFor(rowIndex - block.top, index - block.left);
      const column = sheet.columns[index];
      if (text === undefined) continue;
      if (!at || !column) filled.outside += 1;
      else if (!isEditable(column, at.row)) filled.readOnly += 1;
      else filled.changes.push({ rowKey: at.key, columnKey: column.key, value: readCell(column, text, at.row) });
    }
  }
  return filled;
};

const isMultiple = (size: number, of: number): boolean => size > of && size % of === 0;

/**
 * Pastes a copied block at the selection's corner. As in spreadsheets, a single cell fills the selection, and a block repeats in a
 * selection that is a multiple of its size.
 */
export const pasteInto = <Row>(sheet: Sheet<Row>, cells: readonly (readonly string[])[], at: Block): Filled => {
  const height = cells.length;
  const width = Math.max(...cells.map((row) => row.length));
  const repeatsDown = isMultiple(at.bottom - at.top + 1, height);
  const repeatsAcross = isMultiple(at.right - at.left + 1, width);
  const block = {
    top: at.top,
    left: at.left,
    bottom: repeatsDown ? at.bottom : at.top + height - 1,
    right: repeatsAcross ? at.right : at.left + width - 1,
  };
  return fill(sheet, block, (row, column) => cells[row % height]?.[column % width]);
};

export const clearBlock = <Row>(sheet: Sheet<Row>, block: Block): Filled => fill(sheet, block, () => '');

/** Copies the selection's first row into the rest; a single row copies the one above. */
export const fillDown = <Row>(sheet: Sheet<Row>, block: Block): Filled | null => {
  const source = block.top === block.bottom ? block.top - 1 : block.top;
  const from = sheet.rowAt(source);
  if (!from) return null;
  const texts = sheet.columns
    .slice(block.left, block.right + 1)
    .map((column) => plainCell(column, cellValue(column, from.row, from.edits), from.row));
  return fill(sheet, { ...block, top: source + 1 }, (_row, column) => texts[column]);
};

/** Repeats the block's rows down or up to a row, as the fill handle does. */
export const fillTo = <Row>(sheet: Sheet<Row>, block: Block, row: number): Filled | null => {
  const to = Math.max(0, Math.min(row, sheet.rowCount - 1));
  if (to >= block.top && to <= block.bottom) return null;
  const source = copyBlock(sheet, block);
  const height = source.length;
  const isDown = to > block.bottom;
  const target = isDown
    ? { ...block, top: block.bottom + 1, bottom: to }
    : { ...block, top: to, bottom: block.top - 1 };
  const first = target.top - block.top;
  return fill(sheet, target, (at, column) => source[(((first + at) % height) + height) % height]?.[column]);
};

export const copyBlock = <Row>(sheet: Sheet<Row>, { top, bottom, left, right }: Block): string[][] =>
  Array.from({ length: bottom - top + 1 }, (_, index) => {
    const at = sheet.rowAt(top + index);
    return sheet.columns
      .slice(left, right + 1)
      .map((column) => (at ? plainCell(column, cellValue(column, at.row, at.edits), at.row) : ''));
  });

const cellsIn = (count: number): string => `${count} ${count === 1 ? 'cell' : 'cells'}`;

/** "paste of 12 cells": the act's name for undo. */
export const actName = (action: string, { changes }: Filled): string => `${action} of ${cellsIn(changes.length)}`;

/** "Filled 12 cells.", and what was left out. */
export const doneWords = (done: string, filled: Filled): string =>
  `${filled.changes.length > 0 ? `${done} ${cellsIn(filled.changes.length)}. ` : ''}${leftOut(filled)}`.trim();

/** Message about cells that were left out. */
export const leftOut = ({ readOnly, outside, block }: Filled): string => {
  if (readOnly === 0 && outside === 0) return '';
  if (readOnly > 0 && readOnly === cellCount(block)) return 'Nothing here can be edited.';
  const parts = [
    readOnly > 0 && `${cellsIn(readOnly)} cannot be edited and stayed as ${readOnly === 1 ? 'it was' : 'they were'}`,
    outside > 0 && `${cellsIn(outside)} did not fit in the table`,
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
};
