/**
 * A block of cells as spreadsheets put it on the clipboard: cells by tab, rows by line, and a cell that holds one of these
 * or a quote at its start in quotes, with quotes doubled.
 */
export const parseTsv = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCellAt(text, at);
    row.push(cell);
    if (text[end] === '\t') {
      at = end + 1;
      continue;
    }
    rows.push(row);
    row = [];
    at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
    // The last line ends with a line break too, which begins no further row.
    if (at >= text.length) break;
  }
  return rows;
};

const plainCellAt = (text: string, from: number): { cell: string; end: number } => {
  let end = from;
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { cell: text.slice(from, end), end };
};

/** A quote that is never closed, or that is followed by more text, was no quoting but a character of the cell. */
const quotedCell = (text: string, from: number): { cell: string; end: number } => {
  let cell = '';
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else {
      const next = text[at + 1];
      const isEnd = next === undefined || next === '\t' || next === '\n' || next === '\r';
      return isEnd ? { cell, end: at + 1 } : plainCellAt(text, from);
    }
  }
  return plainCellAt(text, from);
};

const quoted = (cell: string): string => (/[\t\n\r]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const formatTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quoted).join('\t')).join('\r\n');
