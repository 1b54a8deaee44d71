import { type OutgoingColumn } from './outgoing.ts';

const DECIMALS = { count: 0, number: 2, dollar: 2, percent: 1 } as const;

const fraction = (decimals: number): string => (decimals === 0 ? '' : `.${'0'.repeat(decimals)}`);

const formatOf = ({ kind, decimals }: OutgoingColumn): string => {
  switch (kind) {
    case 'dollar':
      return `"$"#,##0${fraction(decimals ?? DECIMALS.dollar)}`;
    case 'percent':
      // The sign is literal text: a bare % would show 110.5 as 11050 %.
      return `0${fraction(decimals ?? DECIMALS.percent)}"%"`;
    case 'count':
    case 'number':
      return `#,##0${fraction(decimals ?? DECIMALS[kind])}`;
    case 'key':
      return '0';
    case 'raw':
      return 'General';
    case 'date':
      return 'yyyy-mm-dd';
    case 'dateTime':
      return 'yyyy-mm-dd hh:mm';
    default:
      // As text: a code such as 3-4 typed here must not become a day in March.
      return '@';
  }
};

const FONTS = '<font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>';
const FILLS = ['FFE9EDF5', 'FFFFF6D6', 'FFFFE9A3', 'FFF3F4F6']
  .map((rgb) => `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/></patternFill></fill>`)
  .join('');
const FILL = { none: 0, header: 2, editable: 3, editableHeader: 4, total: 5 } as const;
const FIRST_FORMAT = 164;
const PLAIN = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>';

export interface ColumnStyles {
  header: number;
  cell: number;
  /** A number with the column's words behind it. */
  marked: number;
  total: number;
}

/** The style sheet of a workbook, and the style indexes of each column's header, cells and total. */
export const stylesOf = (columns: readonly OutgoingColumn[]): { xml: string; styles: ColumnStyles[] } => {
  const formats: string[] = [];
  const cells = [PLAIN];
  const formatId = (format: string): number => {
    const index = formats.indexOf(format);
    return FIRST_FORMAT + (index === -1 ? formats.push(format) - 1 : index);
  };
  const add = (format: string, font: number, fill: number, alignment = ''): number => {
    const xf =
      `<xf numFmtId="${formatId(format)}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" ` +
      `applyFill="1"${alignment === '' ? '/>' : ` applyAlignment="1">${alignment}</xf>`}`;
    const index = cells.indexOf(xf);
    return index === -1 ? cells.push(xf) - 1 : index;
  };
  const styles = columns.map((column): ColumnStyles => ({
    header: add(
      '@',
      1,
      column.editable ? FILL.editableHeader : FILL.header,
      '<alignment wrapText="1" vertical="top"/>',
    ),
    cell: add(formatOf(column), 0, column.editable ? FILL.editable : FILL.none),
    marked: add(
      column.mark === undefined ? formatOf(column) : `${formatOf(column)}" ${column.mark.words}"`,
      0,
      column.editable ? FILL.editable : FILL.none,
    ),
    total: add(formatOf(column), 1, FILL.total),
  }));
  const escaped = formats.map(
    (format, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${format.replaceAll('"', '&quot;')}"/>`,
  );
  const xml =
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<numFmts count="${formats.length}">${escaped.join('')}</numFmts><fonts count="2">${FONTS}</fonts>` +
    `<fills count="6"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${FILLS}</fills>` +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    `<cellStyleXfs count="1">${PLAIN}</cellStyleXfs>` +
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs></styleSheet>`;
  return { xml, styles };
};
