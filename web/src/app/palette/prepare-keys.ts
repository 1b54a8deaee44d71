interface KeyLine {
  keys: string;
  does: string;
}
export interface KeyGroup {
  title: string;
  lines: KeyLine[];
}

const EVERYWHERE: readonly KeyLine[] = [
  { keys: 'Ctrl+K', does: 'Search pages, campaigns and actions' },
  { keys: '?', does: 'These keys' },
  { keys: 'Esc', does: 'Close the open panel' },
];

const TABLE: readonly KeyLine[] = [
  { keys: 'Arrows', does: 'Move between cells; with Shift select, with Ctrl go to the end' },
  { keys: 'Home, End, Page Up, Page Down', does: 'Go through rows and columns' },
  { keys: 'Ctrl+A, Shift+Space, Ctrl+Space', does: 'Select all, the row, the column' },
  { keys: 'Ctrl+C', does: 'Copy the selected cells' },
  { keys: 'Shift+F10', does: 'Cell menu' },
  { keys: 'Alt+Down', does: 'Read the cell’s note' },
];

const EDITED_TABLE: readonly KeyLine[] = [
  { keys: 'Enter, F2', does: 'Edit the cell' },
  { keys: 'Delete', does: 'Clear the selected cells' },
  { keys: 'Ctrl+V', does: 'Paste cells, also from a spreadsheet' },
  { keys: 'Ctrl+D', does: 'Fill down' },
  { keys: 'Ctrl+Z, Ctrl+Y', does: 'Undo, redo' },
];

const NAMES: Readonly<Record<string, string>> = { Control: 'Ctrl', ArrowDown: 'Down', ArrowUp: 'Up' };
/** "Control+S" → "Ctrl+S" */
const keyName = (shortcut: string): string =>
  shortcut
    .split('+')
    .map((part) => NAMES[part] ?? part)
    .join('+');

/** The keys of a page, from what it shows: its buttons with keys, and whether there is a table and one that is edited. */
export const prepareKeys = (page: {
  shortcuts: readonly { keys: string; label: string }[];
  table: 'none' | 'read' | 'edited';
}): KeyGroup[] => {
  const lines = new Map(page.shortcuts.map(({ keys, label }) => [keyName(keys), label]));
  const own = [...lines].map(([keys, does]): KeyLine => ({ keys, does }));
  return [
    { title: 'This page', lines: own },
    {
      title: 'Table',
      lines: page.table === 'none' ? [] : [...TABLE, ...(page.table === 'edited' ? EDITED_TABLE : [])],
    },
    { title: 'Everywhere', lines: [...EVERYWHERE] },
  ].filter((group) => group.lines.length > 0);
};
