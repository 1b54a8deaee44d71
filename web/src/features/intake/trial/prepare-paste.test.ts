import { expect, test } from 'vitest';
import { type Paste, readPaste } from './prepare-paste.ts';

const paste = (text: string): Paste => {
  const read = readPaste(text);
  if ('problem' in read) throw new Error(read.problem);
  return read;
};

test('JSON, with the line number of every field', () => {
  const { format, post, lines } = paste('{\n  "firstName": "Maria",\n  "note": "email: none",\n  "email": "x"\n}');
  expect({ format, post }).toEqual({ format: 'JSON', post: { firstName: 'Maria', note: 'email: none', email: 'x' } });
  expect([...lines]).toEqual([
    ['firstName', 2],
    ['note', 3],
    ['email', 4],
  ]);
});

test('a form body, on one line or on several, decoded', () => {
  const { format, post, lines } = paste('firstName=Maria+Ana&phone=%28216%29+867\n&email=a%40b.co');
  expect(format).toBe('Form');
  expect(post).toEqual({ firstName: 'Maria Ana', phone: '(216) 867', email: 'a@b.co' });
  expect([lines.get('phone'), lines.get('email')]).toEqual([1, 2]);
  expect(paste('a=1&a=2').post).toEqual({ a: ['1', '2'] });
});

test('a row of a file with its header, separated by commas or tabs, with quotes', () => {
  const { format, post, lines } = paste('firstName,tcpaText,zip\r\nMaria,"I agree, ""yes"",\nto this",44114\r\n');
  expect(format).toBe('CSV');
  expect(post).toEqual({ firstName: 'Maria', tcpaText: 'I agree, "yes",\nto this', zip: '44114' });
  expect(lines.get('zip')).toBe(3);
  expect(paste('firstName\tzip\nMaria\t44114').post).toEqual({ firstName: 'Maria', zip: '44114' });
  expect(paste('firstName,landingPageUrl\nMaria,https://a.b/?c=d').post).toMatchObject({
    landingPageUrl: 'https://a.b/?c=d',
  });
});

test.each([
  ['', 'Paste a lead first, or load a sample.', null],
  ['{\n "a": 1,\n "b": }', 'This is not valid JSON.', 3],
  ['{\n "a": 1\n "b": 2\n}', 'This is not valid JSON.', 3],
  ['{\n "a": "1,\n "b": 2\n}', 'This is not valid JSON.', 2],
  ['{\n "a": {"b": [1, true, null]},\n\n', 'This is not valid JSON.', 4],
  ['[{"a": 1}]', 'Paste one lead, not a list.', 1],
  ['firstName,zip', 'Paste the header line of the file, and one row below it.', 1],
  ['a,b\n1,2\n3,4', 'Paste one row below the header, not several.', 3],
  ['a,b\n1,2,3', 'The row has more cells than the header.', 2],
])('%j: %s', (text, problem, line) => {
  expect(readPaste(text)).toEqual({ problem, line });
});
