import { expect, test } from 'vitest';
import { audienceText, fileProblem, sizeText } from './prepare-files.ts';

test('sizes are formatted', () => {
  expect([sizeText(10), sizeText(421_888), sizeText(1_468_006)]).toEqual(['1 KB', '412 KB', '1.4 MB']);
});

test('a file for one media partner shows its name', () => {
  expect(audienceText({ audience: 'PARTNERS', partnerName: null })).toBe('Media partners');
  expect(audienceText({ audience: 'PARTNERS', partnerName: 'LeadBridge' })).toBe('LeadBridge');
});

test('unacceptable files are reported before the upload', () => {
  expect(fileProblem(null)).toBe('Choose a file.');
  expect(fileProblem({ name: 'setup.exe', size: 1 })).toBe('Choose a .pdf, .docx or .xlsx file.');
  expect(fileProblem({ name: 'a.PDF', size: 26 * 1024 * 1024 })).toBe('The file is larger than 25 MB.');
  expect(fileProblem({ name: 'a.PDF', size: 25 * 1024 * 1024 })).toBeNull();
});
