import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { pdfText } from '../../testing/file-text.ts';
import { type PdfDocument } from './document.ts';
import { writePdf } from './write-pdf.ts';

const named = (title: string, parts: PdfDocument['parts'] = []): PdfDocument => ({
  title,
  subtitle: 'April 2026',
  parts,
  footer: 'Paceline',
});
/** A row that lacks the cells of its header. */
const BROKEN = named('Broken', [{ kind: 'table', head: ['Campaign', 'Units'], widths: ['*', 60], rows: [[]] }]);

test('concurrent documents are independent, and one that fails stops no other', async () => {
  const results = await Promise.allSettled([named('Order 17'), BROKEN, named('Order 18')].map(writePdf));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const texts = await Promise.all(
    results.map(async (result) => (result.status === 'fulfilled' ? pdfText(result.value) : String(result.reason))),
  );
  expect(texts[0]).toMatch(/^Order 17 April 2026/);
  expect(texts[1]).toMatch(/^Error: ./);
  expect(texts[2]).toMatch(/^Order 18 April 2026/);
});

test('a brand stands above the title with its logo, and a document without one has neither', async () => {
  const canvas = createCanvas(120, 40);
  canvas.getContext('2d').fillRect(0, 0, 120, 40);
  const logo = { content: canvas.toBuffer('image/png'), width: 120, height: 40 };
  const branded = await writePdf({ ...named('Order'), brand: { name: 'Hartwell Media', colour: '#7a1f5c', logo } });
  const plain = await writePdf({ ...named('Order'), brand: { name: '', colour: '#7a1f5c', logo: null } });
  expect(await pdfText(branded)).toMatch(/Hartwell Media[^]*Order/);
  expect(await pdfText(plain)).not.toContain('Hartwell');
  expect([branded, plain].map((bytes) => bytes.includes('/Subtype /Image'))).toEqual([true, false]);
});
