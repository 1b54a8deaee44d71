import { jsonFault } from './json-fault.ts';

/** A pasted post: its fields and their lines, counted from 1. */
export interface Paste {
  format: 'JSON' | 'Form' | 'CSV';
  post: Record<string, unknown>;
  lines: ReadonlyMap<string, number>;
}

/** Why a text is not a post, and where. */
interface PasteProblem {
  problem: string;
  line: number | null;
}

const lineAt = (text: string, index: number): number => text.slice(0, Math.max(0, index)).split('\n').length;

const escaped = (name: string): string => JSON.stringify(name).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Lines of the names, recognised as object keys by the colon after them. */
const jsonLines = (text: string, names: readonly string[]): Map<string, number> =>
  new Map(
    names.flatMap((name) => {
      const at = text.search(new RegExp(`${escaped(name)}\\s*:`));
      return at < 0 ? [] : [[name, lineAt(text, at)] as const];
    }),
  );

const readJson = (text: string): Paste | PasteProblem => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'This is not valid JSON.', line: lineAt(text, jsonFault(text)) };
  }
  if (Array.isArray(value)) return { problem: 'Paste one lead, not a list.', line: 1 };
  const post = value as Record<string, unknown>;
  return { format: 'JSON', post, lines: jsonLines(text, Object.keys(post)) };
};

const readForm = (text: string): Paste => {
  const post: Record<string, unknown> = {};
  const lines = new Map<string, number>();
  text.split('\n').forEach((row, index) => {
    for (const [name, value] of new URLSearchParams(row.trim().replace(/^[?&]|&$/g, ''))) {
      if (name === '') continue;
      // A repeated name becomes a list, which the server refuses by name.
      post[name] = name in post ? [post[name], value].flat() : value;
      lines.set(name, index + 1);
    }
  });
  return { format: 'Form', post, lines };
};

/** Parses comma- or tab-separated cells; quoted cells may contain separators and line breaks. */
const readCells = (text: string, separator: string): { rows: string[][]; lineOf: number[] } => {
  const rows: string[][] = [];
  const lineOf: number[] = [];
  let [cells, cell, quoted, line]: [string[], string, boolean, number] = [[], '', false, 1];
  const endRow = () => {
    if (cells.length > 0 || cell !== '') {
      rows.push([...cells, cell]);
      lineOf.push(line);
    }
    [cells, cell] = [[], ''];
  };
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]!;
    if (char === '"' && quoted && text[index + 1] === '"') {
      cell += '"';
      index += 1;
    } else if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n' && !quoted) {
      endRow();
      line += 1;
    } else {
      if (char === '\n') line += 1;
      if (char !== '\r') cell += char;
    }
  }
  endRow();
  return { rows, lineOf };
};

const readCsv = (text: string): Paste | PasteProblem => {
  const separator = text.split('\n')[0]?.includes('\t') === true ? '\t' : ',';
  const { rows, lineOf } = readCells(text, separator);
  const [names, row, ...more] = rows;
  if (names === undefined || row === undefined) {
    return { problem: 'Paste the header line of the file, and one row below it.', line: 1 };
  }
  if (more.length > 0) return { problem: 'Paste one row below the header, not several.', line: lineOf[2] ?? null };
  if (row.length > names.length) return { problem: 'The row has more cells than the header.', line: lineOf[1] ?? null };
  const filled = names.map((name, index) => [name.trim(), row[index] ?? ''] as const).filter(([name]) => name !== '');
  return {
    format: 'CSV',
    post: Object.fromEntries(filled),
    lines: new Map(filled.map(([name]) => [name, lineOf[1] ?? 2])),
  };
};

/** Parses a pasted post: JSON starts with a brace, a form has name=value, and a file has a header above its row. */
export const readPaste = (pasted: string): Paste | PasteProblem => {
  const text = pasted.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '');
  const start = text.trimStart();
  if (start === '') return { problem: 'Paste a lead first, or load a sample.', line: null };
  if (start.startsWith('{') || start.startsWith('[')) return readJson(text);
  const [first = '', second] = text.trimEnd().split('\n');
  const isForm = /^[?&]?[\w.-]+=/.test(start) && !(second !== undefined && /^[^=]*[,\t]/.test(first));
  return isForm ? readForm(text) : readCsv(text.trimEnd());
};
