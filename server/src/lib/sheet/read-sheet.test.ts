import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { sheetOf, type TestPart, textCell, workbook, zipFile } from '../../testing/zip-file.ts';
import { AppError } from '../app-error.ts';
import { readSheet } from './read-sheet.ts';

const HEADERS = `<row r="1">${textCell('A1', 'Campaign Key')}${textCell('B1', 'Name')}</row>`;
const PLAIN = sheetOf(`${HEADERS}<row r="2"><c r="A2"><v>7</v></c>${textCell('B2', 'Spring')}</row>`);
const MB = 1024 * 1024;

const xlsx = (sheet = PLAIN, extra: TestPart[] = []): Buffer => zipFile(workbook(sheet, extra));
const csv = (text: string): Buffer => Buffer.from(text);

const refusal = async (file: Buffer, name: string, options = {}): Promise<{ code: string; message: string }> => {
  const error = await readSheet(file, name, options).then(
    () => new Error('was read'),
    (thrown: unknown) => thrown as Error,
  );
  if (!(error instanceof AppError)) throw error;
  return { code: error.code, message: error.message };
};

describe('a workbook', () => {
  test('gives the rows of its first sheet with the displayed numbers', async () => {
    const sheet = await readSheet(xlsx(sheetOf(`${HEADERS}<row r="5"><c r="A5"><v>7</v></c></row>`)), 'a.xlsx');
    expect(sheet).toEqual({ headers: ['Campaign Key', 'Name'], rows: [{ row: 5, cells: [7, null] }], warnings: [] });
  });

  test('with formulas gives the stored results and evaluates nothing', async () => {
    const formulas = `<row r="2"><c r="A2"><f>1+1</f><v>99</v></c><c r="B2" t="str"><f>HYPERLINK("http://evil.example","x")</f><v>x</v></c></row>
      <row r="3"><c r="A3"><f>cmd|'/c calc'!A1</f></c><c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`;
    const { rows } = await readSheet(xlsx(sheetOf(HEADERS + formulas)), 'a.xlsx');
    expect(rows.map(({ cells }) => cells)).toEqual([
      [99, 'x'],
      [null, '#DIV/0!'],
    ]);
  });

  test('with headers named like object internals is read like any other', async () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const header = names.map((name, index) => textCell(`${'ABC'[index]}1`, name)).join('');
    const { headers, rows } = await readSheet(
      xlsx(sheetOf(`<row r="1">${header}</row><row r="2">${textCell('A2', 'polluted')}</row>`)),
      'a.xlsx',
    );
    expect(headers).toEqual(names);
    expect(rows).toEqual([{ row: 2, cells: ['polluted', null, null] }]);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test('with links to other workbooks is read without following them', async () => {
    const link = { name: 'xl/externalLinks/externalLink1.xml', content: '<externalLink/>' };
    const { rows, warnings } = await readSheet(xlsx(PLAIN, [link]), 'a.xlsx');
    expect(rows).toHaveLength(1);
    expect(warnings).toEqual(['Links to other workbooks were left out; the values in the cells are used.']);
  });
});

describe('a text file', () => {
  test('is read with its byte order mark, quotes and row numbers', async () => {
    const text = '\uFEFFCampaign Key;Name\r\n\r\n7;"Spring; ""early"""\r\n;\r\n8;"two\nlines"\r\n';
    const { headers, rows } = await readSheet(csv(text), 'a.csv');
    expect(headers).toEqual(['Campaign Key', 'Name']);
    expect(rows).toEqual([
      { row: 3, cells: ['7', 'Spring; "early"'] },
      { row: 5, cells: ['8', 'two\nlines'] },
    ]);
  });

  test.each([
    ['not in UTF-8', Buffer.from([0x4e, 0x61, 0xef, 0x76, 0x65, 0x0a]), 'FILE_TYPE', 'UTF-8'],
    ['with an open quote', csv('a,b\n1,"2\n3,4'), 'FILE_UNREADABLE', 'quote'],
    ['without anything', csv('\n\n'), 'FILE_UNREADABLE', 'header row'],
    ['of no bytes', Buffer.alloc(0), 'FILE_UNREADABLE', 'empty'],
  ])('%s is refused', async (_, file, code, words) => {
    const message = await refusal(file, 'a.csv');
    expect(message.code).toBe(code);
    expect(message.message).toContain(words);
  });
});

describe('file name and content', () => {
  test.each([
    ['a text named .xlsx', csv('a,b\n1,2'), 'a.xlsx'],
    ['a workbook named .csv', xlsx(), 'a.csv'],
    ['bytes named .csv', Buffer.from('a,b\0\n1,2'), 'a.csv'],
    [
      'a workbook with a password',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      'a.xlsx',
    ],
    ['anything else', xlsx(), 'a.xlsm'],
  ])('%s: 415', async (_, file, name) => {
    expect((await refusal(file, name)).code).toBe('FILE_TYPE');
  });
});

describe('a hostile workbook', () => {
  const huge = (bytes: number): Buffer => Buffer.alloc(bytes, 'a');
  const doctype = (inner: string): string => PLAIN.replace('<worksheet', `<!DOCTYPE x [${inner}]><worksheet`);
  const laughs = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join(
    '',
  );

  const HOSTILE: [string, () => Buffer, string, string][] = [
    ['a bomb', () => xlsx(PLAIN, [{ name: 'xl/b.xml', content: huge(190 * MB) }]), 'FILE_LIMIT', '100 MB'],
    [
      'a bomb in many parts',
      () =>
        xlsx(
          PLAIN,
          Array.from({ length: 11 }, (_, i) => ({ name: `xl/b${i}.xml`, content: huge(10 * MB) })),
        ),
      'FILE_LIMIT',
      '100 MB',
    ],
    [
      'a part that says it is small',
      () => xlsx(PLAIN, [{ name: 'xl/b.xml', content: huge(150 * MB), claimedBytes: 1000 }]),
      'FILE_LIMIT',
      '100 MB',
    ],
    [
      'a part that says it is larger',
      () => xlsx(PLAIN, [{ name: 'xl/b.xml', content: 'abc', claimedBytes: 1000 }]),
      'FILE_UNREADABLE',
      '',
    ],
    [
      'a wrong checksum',
      () => xlsx(PLAIN, [{ name: 'xl/b.xml', content: 'abc', claimedCrc: 1 }]),
      'FILE_UNREADABLE',
      '',
    ],
    [
      '10,000 parts',
      () =>
        xlsx(
          PLAIN,
          Array.from({ length: 10_000 }, (_, i) => ({ name: `xl/p${i}.xml`, content: '' })),
        ),
      'FILE_LIMIT',
      '200 parts',
    ],
    ['an archive by its name', () => xlsx(PLAIN, [{ name: 'xl/in.zip', content: 'x' }]), 'FILE_UNSAFE', 'archive'],
    [
      'an archive by its content',
      () => xlsx(PLAIN, [{ name: 'xl/media/a.png', content: xlsx() }]),
      'FILE_UNSAFE',
      'archive',
    ],
    [
      'an outside entity',
      () => xlsx(doctype('<!ENTITY e SYSTEM "file:///etc/passwd">').replace('Spring', '&e;')),
      'FILE_UNSAFE',
      'entities',
    ],
    [
      'a billion laughs',
      () => xlsx(doctype(`<!ENTITY l0 "lol">${laughs}`).replace('Spring', '&l9;')),
      'FILE_UNSAFE',
      'entities',
    ],
    ['an entity in UTF-16', () => xlsx(Buffer.from(doctype(''), 'utf16le').toString('latin1')), 'FILE_UNREADABLE', ''],
    ['macros', () => xlsx(PLAIN, [{ name: 'xl/vbaProject.bin', content: 'x' }]), 'FILE_UNSAFE', 'macros'],
    [
      'macros by its types',
      () =>
        zipFile(
          workbook(PLAIN).map((part) =>
            part.name === '[Content_Types].xml'
              ? {
                  ...part,
                  content: String(part.content).replace('openxmlformats-officedocument', 'ms-excel.macroEnabled'),
                }
              : part,
          ),
        ),
      'FILE_UNSAFE',
      'macros',
    ],
    [
      'encrypted parts',
      () => zipFile(workbook(PLAIN).map((part) => ({ ...part, encrypted: true }))),
      'FILE_UNSAFE',
      'encrypted',
    ],
    ['two parts of one name', () => zipFile([...workbook(PLAIN), ...workbook(PLAIN)]), 'FILE_UNREADABLE', ''],
    ['a cut-off end', () => xlsx().subarray(0, -10), 'FILE_UNREADABLE', ''],
    ['something behind its end', () => Buffer.concat([xlsx(), Buffer.from('tail')]), 'FILE_UNREADABLE', ''],
    ['no workbook at all', () => zipFile([{ name: 'readme.xml', content: '<a/>' }]), 'FILE_UNREADABLE', ''],
    ['broken XML', () => xlsx('<worksheet><sheetData><row r="1"><c r='), 'FILE_UNREADABLE', ''],
    ['an impossible row', () => xlsx(PLAIN.replace('<row r="2">', '<row r="1e300">')), 'FILE_UNREADABLE', ''],
  ];

  test.each(HOSTILE)('%s is refused by name', async (_, make, code, words) => {
    const message = await refusal(make(), 'a.xlsx');
    expect(message.code).toBe(code);
    expect(message.message).toContain(words);
  });

  test('uses no memory when refused', { tags: ['long'] }, async () => {
    const bomb = xlsx(PLAIN, [{ name: 'xl/b.xml', content: huge(150 * MB), claimedBytes: 1000 }]);
    globalThis.gc?.();
    const before = process.memoryUsage();
    await refusal(bomb, 'a.xlsx');
    const after = process.memoryUsage();
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(64 * MB);
    expect(after.heapUsed - before.heapUsed).toBeLessThan(64 * MB);
  });

  test('causes no access elsewhere', async () => {
    let visitors = 0;
    const server = createServer(() => (visitors += 1));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const url = `http://127.0.0.1:${port}/x`;
    const links = { name: 'xl/externalLinks/externalLink1.xml', content: `<externalLink href="${url}"/>` };
    const formula = `<row r="2"><c r="A2"><f>WEBSERVICE("${url}")</f><v>1</v></c></row>`;
    await readSheet(xlsx(sheetOf(HEADERS + formula), [links]), 'a.xlsx');
    await refusal(xlsx(doctype(`<!ENTITY e SYSTEM "${url}">`)), 'a.xlsx');
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(visitors).toBe(0);
  });
});

describe('limits', () => {
  const rows = (count: number): string =>
    Array.from({ length: count }, (_, index) => `<row r="${index + 2}"><c r="A${index + 2}"><v>1</v></c></row>`).join(
      '',
    );
  const wide = (count: number): string => Array.from({ length: count }, (_, index) => `h${index}`).join(',');

  test('50,000 rows are read, one more is refused', { tags: ['long'] }, async () => {
    expect((await readSheet(xlsx(sheetOf(HEADERS + rows(50_000))), 'a.xlsx')).rows).toHaveLength(50_000);
    expect(await refusal(xlsx(sheetOf(HEADERS + rows(50_001))), 'a.xlsx')).toEqual({
      code: 'FILE_LIMIT',
      message: 'The file has more than 50000 rows.',
    });
    expect((await refusal(csv(`a\n${'1\n'.repeat(50_001)}`), 'a.csv')).message).toContain('50000 rows');
  });

  test('200 columns are read, one more is refused', async () => {
    expect((await readSheet(csv(wide(200)), 'a.csv')).headers).toHaveLength(200);
    expect(await refusal(csv(wide(201)), 'a.csv')).toEqual({
      code: 'FILE_LIMIT',
      message: 'Row 1 has more than 200 columns.',
    });
    const far = sheetOf(`${HEADERS}<row r="2"><c r="XFD2"><v>1</v></c></row>`);
    expect((await refusal(xlsx(far), 'a.xlsx')).message).toBe('Row 2 has more than 200 columns.');
  });

  test('a cell of 32,767 characters is read, a longer one is refused', async () => {
    expect((await readSheet(csv(`a\n${'x'.repeat(32_767)}`), 'a.csv')).rows).toHaveLength(1);
    expect(await refusal(csv(`a,b\n1,${'x'.repeat(33_000)}`), 'a.csv')).toEqual({
      code: 'FILE_LIMIT',
      message: 'Cell B2 has more than 32767 characters.',
    });
  });

  test('a call can set its own limits', async () => {
    const message = await refusal(csv('a\n1\n2\n3'), 'a.csv', { limits: { rows: 2 } });
    expect(message.message).toBe('The file has more than 2 rows.');
  });
});

describe('the reading thread', () => {
  test('is stopped when it uses too much processor time', async () => {
    const slow = xlsx(sheetOf(HEADERS + '<row r="2"/>'.repeat(400_000)));
    expect((await refusal(slow, 'a.xlsx', { cpuMs: 1 })).code).toBe('FILE_TOO_COMPLEX');
  });

  test('is stopped when the caller is gone', async () => {
    const gone = new AbortController();
    const reading = refusal(xlsx(), 'a.xlsx', { signal: gone.signal });
    gone.abort();
    expect((await reading).code).toBe('BAD_REQUEST');
  });

  test('does not block the process', { tags: ['long'] }, async () => {
    const file = xlsx(sheetOf(HEADERS + '<row r="2"/>'.repeat(200_000)));
    let turns = 0;
    let reading = true;
    const turn = (): void => {
      turns += 1;
      if (reading) setImmediate(turn);
    };
    turn();
    await readSheet(file, 'a.xlsx').finally(() => (reading = false));
    // If the process parsed by itself, its event loop would turn only a handful of times.
    expect(turns).toBeGreaterThan(1_000);
  });

  test('takes the next file after the first', async () => {
    const files = ['1', '2', '3'].map((cell) => readSheet(csv(`a\n${cell}`), 'a.csv'));
    const sheets = await Promise.all(files);
    expect(sheets.map(({ rows }) => rows[0]?.cells)).toEqual([['1'], ['2'], ['3']]);
  });

  test('queues others, up to a limit', async () => {
    const gone = new AbortController();
    const outcomes = Array.from({ length: 60 }, () => refusal(csv('a\n1'), 'a.csv', { signal: gone.signal }));
    // Those beyond the queue limit are refused at once; the others wait until they are aborted.
    const first = await Promise.race(outcomes);
    gone.abort();
    const codes = (await Promise.all(outcomes)).map(({ code }) => code);
    expect(first.code).toBe('RATE_LIMIT');
    expect(new Set(codes)).toEqual(new Set(['BAD_REQUEST', 'RATE_LIMIT']));
    expect(codes.filter((code) => code === 'BAD_REQUEST').length).toBeGreaterThanOrEqual(20);
    expect(codes.filter((code) => code === 'RATE_LIMIT').length).toBeGreaterThanOrEqual(30);
  });
});
