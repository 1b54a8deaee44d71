import { type MouseEvent, type ReactNode, type RefObject, useState } from 'react';
import type { Clipboard } from '../../edit/use-clipboard.ts';
import { type Block, blockOf, type Place, type Range } from '../../edit/range.ts';
import type { GridMenuItem, GridProps, Selected } from '../../types.ts';
import type { GridView } from '../../view/use-view.ts';
import { CellMenu, type MenuPoint } from './cell-menu.tsx';
import { placeAt } from '../hit-test.ts';
import type { Frame } from '../scroll-to.ts';

interface CellMenuInput<Row> {
  props: GridProps<Row>;
  view: GridView<Row>;
  range: Range;
  frame: Frame<Row>;
  scroller: RefObject<HTMLDivElement | null>;
  clipboard: Clipboard;
  acts: { fillDown: () => void; clear: () => void };
  onPlace: (place: Place) => void;
  onMessage: (message: string) => void;
  onClosed: () => void;
}

export const selectedIn = <Row,>(view: GridView<Row>, { top, bottom, left, right }: Block): Selected<Row> => ({
  rows: Array.from({ length: Math.max(0, bottom - top + 1) }, (_, index) => view.rowAt(top + index)).flatMap((at) =>
    at ? [at.row] : [],
  ),
  columnKeys: view.columns.slice(left, right + 1).map(({ key }) => key),
});

const isWithin = ({ top, bottom, left, right }: Block, { row, column }: Place): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

/** The selected cells' menu: by right click, Shift+F10 or the menu key. */
export const useCellMenu = <Row,>(input: CellMenuInput<Row>) => {
  const { props, view, range, frame, scroller, clipboard, acts, onMessage } = input;
  const [at, setAt] = useState<MenuPoint | null>(null);
  const block = blockOf(range);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(clipboard.copied());
    } catch {
      onMessage('Your browser blocks copying from a menu. Press Ctrl+C.');
    }
  };
  const paste = async () => {
    try {
      clipboard.paste(await navigator.clipboard.readText());
    } catch {
      onMessage('Your browser blocks pasting from a menu. Press Ctrl+V.');
    }
  };
  const items = (): GridMenuItem[] => [
    { label: 'Copy', keys: 'Ctrl+C', onAct: () => void copy() },
    ...(props.onEdit
      ? [
          { label: 'Paste', keys: 'Ctrl+V', onAct: () => void paste() },
          { label: 'Fill down', keys: 'Ctrl+D', onAct: acts.fillDown },
          { label: 'Clear', keys: 'Del', onAct: acts.clear },
        ]
      : []),
    ...(props.menu?.(selectedIn(view, block)) ?? []),
  ];
  const close = () => {
    setAt(null);
    input.onClosed();
  };

  /** Below the active cell. */
  const openAtCell = () => {
    const element = scroller.current;
    const placed = frame.columns.all[range.anchor.column];
    if (!element || !placed) return;
    const box = element.getBoundingClientRect();
    const left = placed.isPinned ? placed.left : placed.left - element.scrollLeft;
    const top = frame.headHeight + (range.anchor.row + 1) * frame.rowHeight - element.scrollTop;
    setAt({ x: box.left + Math.max(0, left) + 8, y: box.top + Math.min(top, element.clientHeight) });
  };
  const onContextMenu = (event: MouseEvent) => {
    const element = scroller.current;
    const target = event.target as Element;
    if (!element || target.closest('input, [data-inert]') || !target.closest('[role="gridcell"]')) return;
    const place = placeAt(element, event.clientX, event.clientY, frame);
    if (place.row < 0 || place.row >= frame.rowCount) return;
    event.preventDefault();
    if (!isWithin(block, place)) input.onPlace(place);
    setAt({ x: event.clientX, y: event.clientY });
  };
  const menu: ReactNode = at && <CellMenu at={at} items={items()} onClose={close} />;
  return { menu, openAtCell, onContextMenu };
};
