import { deflateSync } from 'node:zlib';
import {
  ALL_PERMISSIONS,
  type Doc,
  DOC_FILE_BYTES,
  docFileGet,
  docFileList,
  docFileRemove,
  docFileSave,
  docFileUpload,
  fillPath,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { plainPdf } from '../../../testing/writes/docs-writes.ts';
import { makeCampaign, makePartner } from '../../../testing/factories/factories.ts';
import { sendFile } from '../../../testing/send-file.ts';
import { type TestPart, zipFile } from '../../../testing/zip-file.ts';

const harness = useApp();

let ownerKey: number;
let otherOwner: number;
let partnerKey: number;
let otherPartner: number;
let agency: SignedIn;
let partner: SignedIn;
let competitor: SignedIn;
let client: SignedIn;

beforeAll(async () => {
  [ownerKey, otherOwner, partnerKey, otherPartner] = await harness.asMigrator(async (tx) => {
    const [one, two] = [await makePartner(tx), await makePartner(tx)];
    const mine = await makeCampaign(tx, { partnerKey: one });
    await makeCampaign(tx, { partnerKey: two, ownerKey: mine.ownerKey });
    const foreign = await makeCampaign(tx, { partnerKey: one });
    return [mine.ownerKey, foreign.ownerKey, one, two];
  });
  const permissions = ['campaigns:View'] as const;
  agency = await harness.signedIn('ag', { owners: [ownerKey], permissions: ALL_PERMISSIONS });
  partner = await harness.signedIn('mp', { owners: [ownerKey], partnerKey, permissions });
  competitor = await harness.signedIn('mp', { owners: [ownerKey], partnerKey: otherPartner, permissions });
  client = await harness.signedIn('cl', { owners: [ownerKey], permissions });
});

const upload = async (content: string | Buffer, fileName: string, query: Record<string, string> = {}) => {
  const { status, body } = await sendFile(harness, agency, docFileUpload, {
    params: { owner: ownerKey },
    query: Object.keys(query).length > 0 ? query : { title: fileName.slice(0, 100), audience: 'ALL' },
    content,
    fileName,
  });
  return { status, code: body.code, message: body.message, data: body.data as { docKey: number; version: number } };
};
const listed = async (as: SignedIn): Promise<Doc[]> => {
  const query = as.group === 'mp' ? {} : { ownerKey: String(ownerKey) };
  const { status, body } = await harness.call(docFileList, as, { query });
  expect(status).toBe(200);
  return body.data as Doc[];
};
const fetched = (as: SignedIn, docKey: number, version = 1, owner = ownerKey) =>
  harness.app.inject({
    method: 'GET',
    url: `/api${fillPath(docFileGet.path, { owner, doc: docKey, version }, as.group)}`,
    headers: as.headers,
  });
const stored = async (): Promise<number> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ count: number }>`select count(*)::int as count from doc_version`.execute(tx),
  );
  return rows[0]!.count;
};

const TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const docx = (...more: TestPart[]): Buffer =>
  zipFile([
    { name: '[Content_Types].xml', content: TYPES },
    { name: '_rels/.rels', content: '<Relationships/>' },
    { name: 'word/document.xml', content: '<w:document/>' },
    ...more,
  ]);

describe('refused files', () => {
  const packed = (object: string, lineEnd = '\n'): string => {
    const body = deflateSync(Buffer.from(object)).toString('latin1');
    return `5 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${body.length} >>\nstream${lineEnd}${body}\nendstream\nendobj\n`;
  };
  const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
  const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
  const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400, 1)]);
  const relation = (
    type: string,
    target: string,
    mode = 'TargetMode="External"',
    element = 'Relationship',
  ): TestPart => ({
    name: 'word/_rels/settings.xml.rels',
    content: `<Relationships><${element} Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" ${mode}/></Relationships>`,
  });
  const TEMPLATE = 'https://evil.example/t.dotm';

  test.each<[string, string, string | Buffer, string]>([
    ['a program that is called a PDF', 'invoice.pdf', exe, 'FILE_TYPE'],
    ['a program by its name', 'setup.exe', exe, 'FILE_TYPE'],
    [
      'a picture with a script',
      'logo.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'FILE_TYPE',
    ],
    [
      'the same, called a PDF',
      'logo.pdf',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'FILE_TYPE',
    ],
    ['a page that is called a PDF', 'page.pdf', '<html><script>alert(1)</script></html>', 'FILE_TYPE'],
    ['a PDF with a script', 'a.pdf', plainPdf(`3 0 obj\n${SCRIPT}\nendobj\n`), 'FILE_UNSAFE'],
    [
      'a PDF that does something when opened',
      'b.pdf',
      plainPdf('').replace('/Pages 2 0 R', '/Pages 2 0 R /OpenAction 9 0 R'),
      'FILE_UNSAFE',
    ],
    [
      'a script in letters of another spelling',
      'c.pdf',
      plainPdf('3 0 obj\n<< /S /J#61vaScript >>\nendobj\n'),
      'FILE_UNSAFE',
    ],
    ['a script in a packed stream', 'd.pdf', latin(plainPdf(packed(`3 0 ${SCRIPT}`))), 'FILE_UNSAFE'],
    ['the same after a lone carriage return', 'd2.pdf', latin(plainPdf(packed(`3 0 ${SCRIPT}`, '\r'))), 'FILE_UNSAFE'],
    ['the same after a space', 'd3.pdf', latin(plainPdf(packed(`3 0 ${SCRIPT}`, ' \n'))), 'FILE_UNSAFE'],
    [
      'a PDF that starts a program',
      'e.pdf',
      plainPdf('3 0 obj\n<< /S /Launch /F (calc.exe) >>\nendobj\n'),
      'FILE_UNSAFE',
    ],
    ['a PDF with a file inside', 'f.pdf', plainPdf('3 0 obj\n<< /Type /EmbeddedFile >>\nendobj\n'), 'FILE_UNSAFE'],
    ['a PDF with a password', 'g.pdf', plainPdf('').replace('/Root', '/Encrypt 7 0 R /Root'), 'FILE_UNSAFE'],
    ['an archive that is called a document', 'h.docx', zipFile([{ name: 'a.txt', content: 'a' }]), 'FILE_TYPE'],
    ['macros', 'i.docx', docx({ name: 'word/vbaProject.bin', content: 'x' }), 'FILE_UNSAFE'],
    ['a template that is fetched', 'j.docx', docx(relation('attachedTemplate', TEMPLATE)), 'FILE_UNSAFE'],
    [
      'the same, spelled with a reference',
      'j2.docx',
      docx(relation('attachedTemplate', TEMPLATE, 'TargetMode="&#69;xternal"')),
      'FILE_UNSAFE',
    ],
    [
      'the same, with a prefix and in single quotes',
      'j3.docx',
      docx(relation('attachedTemplate', TEMPLATE, "TargetMode = 'external'", 'r:Relationship')),
      'FILE_UNSAFE',
    ],
    [
      'the same, with an address that ends as a link’s type',
      'j4.docx',
      docx(relation('attachedTemplate', 'https://evil.example/relationships/hyperlink')),
      'FILE_UNSAFE',
    ],
    ['a program object', 'j5.docx', docx(relation('oleObject', 'embeddings/oleObject1.bin', '')), 'FILE_UNSAFE'],
    ['a part outside of the archive', 'k.docx', docx({ name: '../../etc/cron.d/x', content: 'x' }), 'FILE_UNREADABLE'],
    ['a bomb', 'l.docx', docx({ name: 'word/media/a.xml', content: Buffer.alloc(101 * 1024 * 1024) }), 'FILE_LIMIT'],
    [
      'a bomb that lies about its size',
      'm.docx',
      docx({ name: 'word/a.xml', content: Buffer.alloc(5_000_000), claimedBytes: 10 }),
      'FILE_LIMIT',
    ],
  ])('%s', async (_, fileName, content, code) => {
    const before = await stored();
    const refused = await upload(content, fileName);
    expect({ code: refused.code, isRefused: refused.status >= 400 && refused.status < 500 }).toEqual({
      code,
      isRefused: true,
    });
    expect(await stored()).toBe(before);
  });

  test('a file above 25 MB, and one without a title', async () => {
    expect(await upload(Buffer.alloc(DOC_FILE_BYTES + 1, 'a'), 'large.pdf')).toMatchObject({
      status: 413,
      message: 'The file is larger than 25 MB.',
    });
    const missing = await upload(plainPdf(), 'x.pdf', { audience: 'ALL' });
    expect(missing.status).toBe(422);
  });
});

describe('accepted files', () => {
  test('open at their page, have links, and download unchanged without running anything', async () => {
    const content = plainPdf('').replace('/Pages 2 0 R', '/Pages 2 0 R /OpenAction [3 0 R /FitH 700]');
    const { status, data } = await upload(content, 'Guide.PDF');
    expect({ status, version: data.version }).toEqual({ status: 200, version: 1 });
    const answer = await fetched(client, data.docKey);
    expect(answer.payload).toBe(content);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="?.*Guide\.PDF/);
    const link = docx({
      name: 'word/_rels/document.xml.rels',
      content:
        '<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://school.example/" TargetMode="External"/></Relationships>',
    });
    expect((await upload(link, 'terms.docx')).status).toBe(200);
  });

  test.each(['../../etc/passwd.pdf', '..\\..\\boot.pdf', 'a/b/c.pdf', 'x\u202efdp.pdf'])(
    'a name such as %j is sanitised',
    async (fileName) => {
      const { status, data } = await upload(plainPdf(), fileName, { title: 'Named', audience: 'AGENCY' });
      expect(status).toBe(200);
      const name = (await listed(agency)).find(({ docKey }) => docKey === data.docKey)!.versions[0]!.fileName;
      expect(name).toMatch(/^[a-z]+\.pdf$/);
    },
  );

  test('a new version is listed first, and the older one remains', async () => {
    const first = await upload(plainPdf(), 'rates-1.pdf', { title: 'Rates', audience: 'ALL' });
    const { docKey } = first.data;
    const newer = plainPdf('% newer\n');
    expect((await upload(newer, 'rates-2.pdf', { docKey: String(docKey) })).data).toEqual({ docKey, version: 2 });
    const doc = (await listed(partner)).find((one) => one.docKey === docKey)!;
    expect(doc.versions.map(({ version, fileName, addedBy }) => [version, fileName, addedBy])).toEqual([
      [2, 'rates-2.pdf', null],
      [1, 'rates-1.pdf', null],
    ]);
    expect((await fetched(partner, docKey, 2)).payload).toBe(newer);
    expect((await fetched(partner, docKey, 1)).payload).toBe(plainPdf());
  });
});

describe('visibility', () => {
  test('for its audience only, in the list and by address', async () => {
    const uploads: [string, Record<string, string>, SignedIn[]][] = [
      ['For all', { audience: 'ALL' }, [agency, partner, competitor, client]],
      ['For the agency', { audience: 'AGENCY' }, [agency]],
      ['For partners', { audience: 'PARTNERS' }, [agency, partner, competitor]],
      ['For one partner', { audience: 'PARTNERS', partnerKey: String(partnerKey) }, [agency, partner]],
      ['For clients', { audience: 'CLIENTS' }, [agency, client]],
    ];
    for (const [title, query, viewers] of uploads) {
      const { data } = await upload(plainPdf(), 'a.pdf', { title, ...query });
      for (const as of [agency, partner, competitor, client]) {
        const sees = viewers.includes(as);
        const inList = (await listed(as)).some(({ docKey }) => docKey === data.docKey);
        const { statusCode } = await fetched(as, data.docKey);
        expect({ title, group: as.group, inList, statusCode }).toEqual({
          title,
          group: as.group,
          inList: sees,
          statusCode: sees ? 200 : 404,
        });
      }
    }
  });

  test('not for other owners, even with a valid key', async () => {
    const { data } = await upload(plainPdf(), 'a.pdf');
    const foreign = await harness.signedIn('ag', { owners: [otherOwner], permissions: ALL_PERMISSIONS });
    expect((await fetched(foreign, data.docKey)).statusCode).toBe(404);
    expect((await fetched(foreign, data.docKey, 1, otherOwner)).statusCode).toBe(404);
  });

  test('a partner cannot change anything, whatever it sends', async () => {
    const { data } = await upload(plainPdf(), 'a.pdf');
    const body = { docKey: data.docKey, rowVersion: 1, title: 'Mine', audience: 'ALL' as const, partnerKey: null };
    const { status } = await harness.call(docFileSave, partner, { params: { owner: ownerKey }, body });
    expect(status).toBe(403);
  });
});

describe('changes', () => {
  test('of two concurrent editors the second sees both titles, and a removed file is gone for everybody', async () => {
    const { data } = await upload(plainPdf(), 'a.pdf', { title: 'First', audience: 'ALL' });
    const params = { owner: ownerKey };
    const form = { docKey: data.docKey, rowVersion: 1, audience: 'CLIENTS' as const, partnerKey: null };
    const saved = await harness.call(docFileSave, agency, { params, body: { ...form, title: 'Second' } });
    expect(saved.body.data).toEqual({ rowVersion: 2 });
    const late = await harness.call(docFileSave, agency, { params, body: { ...form, title: 'Third' } });
    expect(late.status).toBe(409);
    expect(late.body.message).toBe('Somebody else changed this file: it is “Second” now. You wrote “Third”.');
    expect((await listed(partner)).some(({ docKey }) => docKey === data.docKey)).toBe(false);

    const removed = await harness.call(docFileRemove, agency, { params, body: { docKey: data.docKey } });
    expect(removed.status).toBe(200);
    expect((await fetched(agency, data.docKey)).statusCode).toBe(404);
    expect((await listed(agency)).some(({ docKey }) => docKey === data.docKey)).toBe(false);
  });

  test('a single media partner can be chosen for partner files only', async () => {
    const { status } = await upload(plainPdf(), 'a.pdf', {
      title: 'Wrong',
      audience: 'CLIENTS',
      partnerKey: String(otherPartner),
    });
    expect(status).toBe(422);
  });
});
