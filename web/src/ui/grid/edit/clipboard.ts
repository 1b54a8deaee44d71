/**
 * Parses a clipboard block in spreadsheet format: cells by tab, rows by line; a cell that contains either, or starts with a quote, is
 * quoted, with quotes doubled.
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
    // A trailing line break does not start another row.
    if (at >= text.length) break;
  }
  return rows;
};

const plainCellAt = (text: string, from: number): { cell: string; end: number } => {
  let end = from;
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { cell: text.slice(from, end), end };
};

/** A quote that is never closed, or followed by more text, is an ordinary character. */
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
