import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openCopiedRows } from '../../../lib/files/copied-rows.ts';
import { type Person, sealPerson } from '../../../lib/secrets/seal.ts';
import { type OutgoingRow } from '../../../lib/sheet/outgoing.ts';
import { writeCsv } from '../../../lib/sheet/write-sheet.ts';
import { openLeadLines } from './lead-lines.ts';
import { CODE_SEPARATOR, type FilePlan, readPerson, readValue } from './lead-values.ts';

const SECRET = Buffer.alloc(32, 7);
const OWNER = 3;

/** As Postgres sends them: the key of a lead, a text, a code, a key of a name, an amount, a time, a sealed person. */
type Field = Buffer | null;
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xFF\r\n\0', 'latin1'), Buffer.alloc(8)]);
const END = Buffer.from([0xff, 0xff]);
const int = (number: number, bytes: 2 | 4 | 8): Buffer => {
  const packed = Buffer.alloc(bytes);
  if (bytes === 8) packed.writeBigInt64BE(BigInt(number));
  else packed.writeIntBE(number, 0, bytes);
  return packed;
};
const double = (number: number): Buffer => {
  const packed = Buffer.alloc(8);
  packed.writeDoubleBE(number);
  return packed;
};
const moment = (iso: string, micro = 0): Buffer => int((Date.parse(iso) - Date.UTC(2000, 0, 1)) * 1000 + micro, 8);
const rowOf = (fields: readonly Field[]): Buffer =>
  Buffer.concat([
    int(fields.length, 2),
    ...fields.flatMap((field) => (field === null ? [int(-1, 4)] : [int(field.length, 4), field])),
  ]);
const copyOf = (rows: readonly (readonly Field[])[]): Buffer => Buffer.concat([HEADER, ...rows.map(rowOf), END]);

const planOf = (wholePeople: boolean): FilePlan => ({
  ownerKey: OWNER,
  fields: 7,
  sealedField: 6,
  wholePeople,
  columns: [
    { key: 'text', kind: 'text', field: 1, source: { as: 'text' } },
    { key: 'word', kind: 'text', field: 2, source: { as: 'words', words: new Map([['A', 'Word, one']]) } },
    {
      key: 'name',
      kind: 'text',
      field: 3,
      source: {
        as: 'name',
        names: new Map([
          [1, '=Name'],
          [2, null],
        ]),
      },
    },
    { key: 'price', kind: 'dollar', field: 4, source: { as: 'number' } },
    { key: 'time', kind: 'dateTime', field: 5, source: { as: 'time' } },
    { key: 'personName', kind: 'text', field: 6, source: { as: 'person', part: 'personName' } },
    { key: 'email', kind: 'text', field: 6, source: { as: 'person', part: 'email' } },
    { key: 'phone', kind: 'text', field: 6, source: { as: 'person', part: 'phone' } },
    { key: 'address', kind: 'text', field: 6, source: { as: 'person', part: 'address' } },
  ],
});

/** Every character with a rule in .csv, at the beginning, in the middle and at the end. */
const MARKS = [
  '=',
  '+',
  '-',
  '@',
  "'",
  '"',
  ',',
  ';',
  ' ',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\v',
  '\u00A0',
  '\u2003',
  '\uFEFF',
  '\u0001',
  'é',
  '•',
  '😀',
  '|',
  '\u007F',
];
const NASTY = [
  '',
  'plain',
  '-5',
  "''=1",
  '=cmd|x',
  ...MARKS.flatMap((mark) => [mark, `${mark}a`, `a${mark}`, `a${mark}b`, `'${mark}1`, `${mark}${mark}`]),
];
const person = (text: string): Person => ({
  firstName: text,
  lastName: `${text} x`,
  email: `${text}@mail.example`,
  phone: text,
  addressLine1: text,
  city: 'Dayton',
});
const ROWS: Field[][] = NASTY.map((text, index) => [
  int(index + 1, 8),
  Buffer.from(text),
  Buffer.from(index % 3 === 0 ? `A${CODE_SEPARATOR}${text}` : index % 3 === 1 ? 'A' : text),
  index % 4 === 0 ? null : int(index % 4, 4),
  index % 5 === 0 ? null : double([71.25, -3, 0, 1e21, 0.1][index % 5]!),
  index % 6 === 0 ? null : moment(index % 2 === 0 ? '1999-12-31T23:59:59.999Z' : '2026-03-08T02:30:00Z', index),
  index % 7 === 0 ? null : sealPerson(SECRET, { ownerKey: OWNER, leadKey: index + 1 }, person(text)),
]);
const COPY = copyOf(ROWS);

/** The same rows as objects, through the writer that all other files use. */
const asOthers = async (plan: FilePlan): Promise<Buffer> => {
  const rows: OutgoingRow[] = [];
  openCopiedRows(plan.fields)(COPY, (row) => {
    const values = plan.columns.map((column) => [column.key, readValue(column, row)]);
    rows.push({ ...Object.fromEntries(values), ...readPerson(plan, SECRET, row) });
  });
  expect(rows).toHaveLength(NASTY.length);
  const columns = plan.columns.map(({ key, kind }) => ({ key, kind, label: key }));
  const file = await buffer(writeCsv({ sheetName: '', columns, rows }).content);
  return file.subarray(file.indexOf('\r\n') + 2);
};

test.each([[false], [true]])(
  'lines equal those of every other .csv to the byte, whole persons: %s',
  async (isWhole) => {
    const plan = planOf(isWhole);
    const { bytes, rows } = openLeadLines(plan, SECRET)(COPY);
    expect(rows).toBe(NASTY.length);
    expect(bytes.toString()).toBe((await asOthers(plan)).toString());
    expect(bytes.equals(await asOthers(plan))).toBe(true);
  },
);

test('a time is in the owner’s zone to the second, before 2000 too', () => {
  const line = (at: Buffer): string => {
    const row = [int(1, 8), null, null, null, null, at, null];
    return openLeadLines(planOf(false), SECRET)(copyOf([row])).bytes.toString();
  };
  expect(line(moment('2026-03-08T21:30:05Z', 999_999))).toBe(',,,,2026-03-08 21:30:05,,,,\r\n');
  expect(line(moment('1999-12-31T23:59:59Z', 1))).toBe(',,,,1999-12-31 23:59:59,,,,\r\n');
});

test('parts may end anywhere, and another copy may follow', async () => {
  const two = Buffer.concat([COPY, COPY]);
  const expected = await asOthers(planOf(false));
  for (const size of [1, 7, 100, 4096]) {
    const write = openLeadLines(planOf(false), SECRET);
    const lines: Buffer[] = [];
    for (let at = 0; at < two.length; at += size) lines.push(write(two.subarray(at, at + size)).bytes);
    expect(Buffer.concat(lines).equals(Buffer.concat([expected, expected]))).toBe(true);
  }
});

test('another lead’s person cannot be opened', () => {
  const sealed = sealPerson(SECRET, { ownerKey: OWNER, leadKey: 2 }, person('a'));
  const copy = copyOf([[int(1, 8), null, null, null, null, null, sealed]]);
  expect(() => openLeadLines(planOf(false), SECRET)(copy)).toThrow('unable to authenticate data');
});
