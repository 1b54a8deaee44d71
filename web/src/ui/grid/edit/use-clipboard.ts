import { type RefObject, useEffect } from 'react';
import { formatTsv, parseTsv } from './clipboard.ts';
import { actName, copyBlock, doneWords, pasteInto, type Sheet } from './fill.ts';
import { type Block, blockOf, cellCount, type Range } from './range.ts';
import { SELECT_KEY } from '../head/select-column.ts';
import type { GridProps } from '../types.ts';
import { useStable } from '../use-stable.ts';

interface ClipboardInput<Row> {
  scroller: RefObject<HTMLDivElement | null>;
  sheet: Sheet<Row>;
  range: Range;
  onEdit: GridProps<Row>['onEdit'];
  onRange: (range: Range) => void;
  onMessage: (message: string, canUndo?: boolean) => void;
}

/** For menus, which have no clipboard event. */
export interface Clipboard {
  copied: () => string;
  paste: (text: string) => void;
}

/** The checkbox column is not data. */
const dataBlock = <Row>({ columns }: Sheet<Row>, block: Block): Block =>
  columns[block.left]?.key === SELECT_KEY && block.right > block.left ? { ...block, left: block.left + 1 } : block;

const cellsIn = (count: number): string => `${count} ${count === 1 ? 'cell' : 'cells'}`;

/**
 * Listens on the document: browsers send clipboard events to the selected text, not to the focused element. Text in the editor or a filter
 * is left to the browser.
 */
export const useClipboard = <Row>({
  scroller,
  sheet,
  range,
  onEdit,
  onRange,
  onMessage,
}: ClipboardInput<Row>): Clipboard => {
  const copied = useStable(() => {
    const block = dataBlock(sheet, blockOf(range));
    onMessage(`Copied ${cellsIn(cellCount(block))}.`);
    return formatTsv(copyBlock(sheet, block));
  });
  const onCopy = useStable((event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', copied());
  });
  const paste = useStable((text: string) => {
    if (!onEdit || text === '') return;
    const filled = pasteInto(sheet, parseTsv(text), dataBlock(sheet, blockOf(range)));
    const { changes, block } = filled;
    if (changes.length > 0) onEdit(changes, actName('paste', filled));
    onRange({
      anchor: { row: block.top, column: block.left },
      head: {
        row: Math.min(block.bottom, sheet.rowCount - 1),
        column: Math.min(block.right, sheet.columns.length - 1),
      },
    });
    onMessage(doneWords('Pasted', filled), changes.length > 0);
  });
  const onPaste = useStable((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!onEdit || text === '') return;
    event.preventDefault();
    paste(text);
  });
  const isOwn = useStable(
    () => document.activeElement === scroller.current && range.anchor.row >= 0 && range.anchor.row < sheet.rowCount,
  );
  useEffect(() => {
    const hear = (act: (event: ClipboardEvent) => void) => (event: ClipboardEvent) => {
      if (isOwn()) act(event);
    };
    const [hearCopy, hearPaste] = [hear(onCopy), hear(onPaste)];
    document.addEventListener('copy', hearCopy);
    document.addEventListener('paste', hearPaste);
    return () => {
      document.removeEventListener('copy', hearCopy);
      document.removeEventListener('paste', hearPaste);
    };
  }, [isOwn, onCopy, onPaste]);
  return { copied, paste };
};
