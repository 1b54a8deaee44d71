import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  amount,
  choice,
  chosenKey,
  choices,
  day,
  flag,
  items,
  keys,
  lines,
  optionalNumber,
  optionalText,
  paragraph,
  recordKey,
  text,
} from './fields.ts';
import { changesInWords, conflictsWith, loggedChange, loggedField, loggedValues } from './logged.ts';
import {
  defineRecord,
  fileHeading,
  fixedProblems,
  fixedReason,
  heldProblems,
  heldValues,
  isSameRecord,
  listColumns,
  newValues,
  readShape,
  resentValues,
  seenBy,
  sentShape,
  sentValues,
} from './record.ts';

const SIZES = { S: 'Small', L: 'Large' } as const;
const COLOURS = { red: 'Red', blue: 'Blue' } as const;
const box = defineRecord({
  entity: 'box',
  label: 'Box',
  fields: {
    name: text({
      label: 'Name',
      file: 'Box Name',
      list: 'Box',
      sent: z.string().trim().min(2, 'is too short'),
      read: z.string(),
    }),
    site: optionalText({ label: 'Site', sent: z.url('Enter an address.').nullable(), read: z.string().nullable() }),
    size: choice({ label: 'Size', sent: z.enum(['S', 'L']), words: SIZES, initial: 'S' }),
    colours: choices({
      label: 'Colours',
      sent: z.array(z.enum(['red', 'blue'])).min(1, 'Choose one.'),
      read: z.array(z.string()),
      words: COLOURS,
    }),
    fragile: flag({
      label: 'Fragile',
      sent: z.boolean(),
      initial: false,
      logged: { name: 'isFragile', label: 'Box is fragile' },
    }),
  },
  states: { active: flag({ label: 'Active', sent: z.boolean() }) },
  fixed: ({ shelves }: { shelves: number }) => ({ size: shelves > 0 ? 'It stands on a shelf.' : null }),
});
const stored = { name: 'Crate', site: null, size: 'L' as const, colours: ['blue', 'red', 'old'], fragile: true };

test('fills the form of a new and a stored record, and builds the request of each', () => {
  expect(newValues(box)).toEqual({ name: '', site: '', size: 'S', colours: [], fragile: false });
  const values = heldValues(box, stored);
  expect(values).toEqual({ name: 'Crate', site: '', size: 'L', colours: ['red', 'blue'], fragile: true });
  const sent = { name: 'Crate', site: null, size: 'L', colours: ['red', 'blue'], fragile: true };
  expect(sentValues(box, values)).toEqual(sent);
  expect(resentValues(box, stored)).toEqual(sent);
  expect(isSameRecord(box, stored, { ...stored, colours: ['red', 'blue'] })).toBe(true);
  expect(isSameRecord(box, stored, { ...stored, site: 'https://a.example' })).toBe(false);
  expect(sentValues(box, { ...values, site: 'https://a.example', colours: ['blue', 'red'] })).toMatchObject({
    site: 'https://a.example',
    colours: ['red', 'blue'],
  });
});

test('the request body has the fields, the response also the states', () => {
  expect(Object.keys(sentShape(box))).toEqual(['name', 'site', 'size', 'colours', 'fragile']);
  expect(Object.keys(readShape(box))).toEqual(['name', 'site', 'size', 'colours', 'fragile', 'active']);
  expect(z.object(readShape(box)).parse({ ...stored, active: true })).toEqual({ ...stored, active: true });
  expect(z.strictObject(sentShape(box)).safeParse({ ...stored, active: true }).success).toBe(false);
});

test('problems appear at their fields as sentences with the field’s label', () => {
  expect(heldProblems(box, { ...heldValues(box, stored), name: ' x ', site: 'nowhere', colours: [] })).toEqual([
    { path: 'name', message: 'Name is too short.' },
    { path: 'site', message: 'Enter an address.' },
    { path: 'colours', message: 'Choose one.' },
  ]);
  expect(heldProblems(box, heldValues(box, stored))).toEqual([]);
});

test('a field can be locked by the state of a stored record, never for a new one', () => {
  expect(fixedReason(box, 'size', { shelves: 1 })).toBe('It stands on a shelf.');
  expect([fixedReason(box, 'size', { shelves: 0 }), fixedReason(box, 'name', { shelves: 1 })]).toEqual([null, null]);
  expect(fixedReason(box, 'size', null)).toBeNull();
  const small = { size: 'S', name: 'Chest' };
  expect(fixedProblems(box, { ...stored, shelves: 1 }, small)).toEqual([
    { field: 'size', message: 'It stands on a shelf.' },
  ]);
  expect(fixedProblems(box, { ...stored, shelves: 0 }, small)).toEqual([]);
  expect(fixedProblems(box, { ...stored, shelves: 1 }, stored)).toEqual([]);
});

test('the audit log stores fields and states under their names and labels them', () => {
  expect(loggedValues(box, { boxKey: 7, active: false, fragile: true, name: 'Crate' })).toEqual({
    name: 'Crate',
    isFragile: true,
    active: false,
  });
  expect(['isFragile', 'active', 'fragile'].map((name) => loggedField(box, name)?.label)).toEqual([
    'Box is fragile',
    'Active',
    undefined,
  ]);
});

test('a version conflict lists each differing field among those sent', () => {
  expect(conflictsWith(box, { ...stored, active: true }, { name: 'Chest', size: 'L' })).toEqual([
    { field: 'name', message: 'Saved is Crate; yours is Chest.' },
  ]);
});

test('values are shown as text', () => {
  const { size, colours, fragile, site } = box.fields;
  expect([size.tell('S'), colours.tell(['red', 'blue']), fragile.tell(true), site.tell('')]).toEqual([
    'Small',
    'Red, Blue',
    'Yes',
    '',
  ]);
});

const shelf = defineRecord({
  entity: 'shelf',
  label: 'Shelf',
  fields: {
    roomKey: recordKey({ label: 'Room', missing: 'Choose a room.', sent: z.int() }),
    ownerKey: recordKey({ label: 'Owner', sent: z.int().nullable() }),
    links: lines({ label: 'Links', sent: z.array(z.url('must be an address')), read: z.array(z.string()) }),
    width: optionalNumber({ label: 'Width', sent: z.number().nullable(), read: z.number().nullable() }),
    notes: paragraph({ label: 'Notes', sent: z.string(), read: z.string() }),
    boxKeys: keys({ label: 'Boxes', sent: z.array(z.int()), read: z.array(z.int()) }),
    marks: items({
      label: 'Marks',
      sent: z.array(z.object({ at: z.int() })),
      read: z.array(z.object({ at: z.int() })),
      tellOne: ({ at }) => `at ${at}`,
    }),
  },
});

test('keys of other records and lists are held as text', () => {
  const marks = [{ at: 2 }, { at: 1 }];
  const full = {
    roomKey: 7,
    ownerKey: null,
    links: ['https://a.example'],
    width: 2.5,
    notes: '',
    boxKeys: [9, 10],
    marks,
  };
  const values = heldValues(shelf, full);
  expect(values).toEqual({ ...full, roomKey: '7', ownerKey: '', links: 'https://a.example', width: '2.5' });
  expect([shelf.fields.boxKeys.tell([9, 10]), shelf.fields.marks.tell(marks)]).toEqual(['9, 10', 'at 2, at 1']);
  expect(
    sentValues(shelf, {
      ...values,
      width: ' ',
      ownerKey: '3',
      links: 'https://b.example\n\nhttps://b.example ',
      boxKeys: [10, 9],
    }),
  ).toEqual({
    roomKey: 7,
    ownerKey: 3,
    links: ['https://b.example'],
    width: null,
    notes: '',
    boxKeys: [9, 10],
    marks,
  });
  expect(heldProblems(shelf, { ...values, roomKey: '', links: 'https://a.example\nb' })).toEqual([
    { path: 'roomKey', message: 'Choose a room.' },
    { path: 'links', message: '“b” must be an address.' },
  ]);
});

const order = defineRecord({
  entity: 'order',
  label: 'Order',
  fields: {
    shelfKey: chosenKey({ label: 'Shelf', missing: 'Choose a shelf.', sent: z.int(), read: z.int().nullable() }),
    from: day({ label: 'From', sent: z.iso.date().optional(), read: z.iso.date(), none: undefined }),
    until: day({ label: 'Until', sent: z.iso.date().nullable(), read: z.iso.date().nullable(), none: null }),
    price: amount({
      label: 'Price',
      list: 'Pays',
      sees: ['ag', 'cl'],
      wrong: 'Enter an amount.',
      sent: z.number().max(99).nullable(),
      read: z.number().nullable(),
    }),
  },
});

test('keys, days and amounts are held as chosen and typed', () => {
  expect(newValues(order)).toEqual({ shelfKey: null, from: '', until: '', price: '' });
  const values = heldValues(order, { shelfKey: 3, from: '2026-03-01', until: null, price: 5 });
  expect(values).toEqual({ shelfKey: 3, from: '2026-03-01', until: '', price: '5.00' });
  expect(sentValues(order, { ...values, from: '', price: '$12.5' })).toEqual({ shelfKey: 3, until: null, price: 12.5 });
  expect(heldProblems(order, { ...values, shelfKey: null, price: '5.001' })).toEqual([
    { path: 'shelfKey', message: 'Choose a shelf.' },
    { path: 'price', message: 'Enter an amount.' },
  ]);
});

test('a group gets no field or column that it may not see', () => {
  const shape = z.object({ orderKey: z.int(), ...readShape(order) });
  expect(Object.keys(seenBy('mp', order, shape).shape)).toEqual(['orderKey', 'shelfKey', 'from', 'until']);
  expect(Object.keys(seenBy('cl', order, shape).shape)).toContain('price');
  expect(listColumns(order, 'price', 'until')).toEqual({
    price: { label: 'Pays', kind: 'dollar', groups: ['ag', 'cl'] },
    until: { label: 'Until', kind: 'date' },
  });
  // A record as answered without the right to see the price.
  const { price: _, ...visibleFields } = { shelfKey: 3, from: '2026-03-01', until: null, price: null };
  expect(heldValues(order, visibleFields as never)).toMatchObject({ shelfKey: 3, price: '' });
});

test('the log stores the difference of a change, and the history shows it with labels', () => {
  const before = { ...stored, active: true };
  const change = loggedChange(box, before, { ...before, size: 'S', fragile: false, name: 'Crate' });
  expect(change).toEqual({ before: { size: 'L', isFragile: true }, after: { size: 'S', isFragile: false } });
  expect(changesInWords(box, { before: null, ...change!, after: { ...change!.after, colours: ['red'] } })).toEqual([
    { label: 'Size', before: 'Large', after: 'Small' },
    { label: 'Colours', before: null, after: 'Red' },
    { label: 'Box is fragile', before: 'true', after: 'false' },
  ]);
  expect([loggedChange(box, before, before), loggedChange(box, null, { name: 'New' })]).toEqual([
    null,
    { after: { name: 'New' } },
  ]);
});

test('columns of lists and files use the label, or an established heading', () => {
  expect(listColumns(box, 'name', 'site', 'active')).toEqual({
    name: { label: 'Box', kind: 'text' },
    site: { label: 'Site', kind: 'text' },
    active: { label: 'Active', kind: 'text' },
  });
  expect([fileHeading(box.fields.name), fileHeading(box.fields.site)]).toEqual(['Box Name', 'Site']);
});
