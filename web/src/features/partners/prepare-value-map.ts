import { isPostParameter, type MappedValue } from '@paceline/contract';

interface PastedValues {
  values: MappedValue[];
  /** Unreadable lines, numbered from 1. */
  problems: { line: number; message: string }[];
}

const HEADERS = new Set(['field', 'parameter']);

/** The cells of a pasted line: separated by tabs in a sheet, by commas or semicolons in a file. */
const cellsOf = (line: string): string[] =>
  (line.includes('\t') ? line.split('\t') : line.split(line.includes(';') ? ';' : ',')).map((cell) => cell.trim());

/** Reads three columns: the field, the partner's value, and its meaning. A header is skipped. */
export const readPasted = (text: string): PastedValues => {
  const values: MappedValue[] = [];
  const problems: PastedValues['problems'] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [field = '', partnerValue = '', ourValue = '', ...more] = cellsOf(line);
    if (index === 0 && HEADERS.has(field.toLowerCase())) continue;
    const problem = (message: string) => problems.push({ line: index + 1, message });
    if (more.some((cell) => cell !== '') || ourValue === '')
      problem('needs three columns: field, their value, our value');
    else if (!isPostParameter(field)) problem(`“${field}” is not a field of a posted lead`);
    else values.push({ field, partnerValue, ourValue });
  }
  return { values, problems };
};

/** The values in a format that can be pasted into a sheet. */
export const writePasted = (values: readonly MappedValue[]): string =>
  values.map(({ field, partnerValue, ourValue }) => [field, partnerValue, ourValue].join('\t')).join('\n');
