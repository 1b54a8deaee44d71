import { Refusal } from '../sheet/refusal.ts';

const START = /<(?:[\w.-]+:)?Relationship\b/g;
/** With its attributes; a quoted value may hold `>`. */
const ELEMENT = /<(?:[\w.-]+:)?Relationship\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** As an XML reader decodes a value; unknown references stay as they are. */
const decoded = (value: string): string =>
  value.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

const attributesOf = (element: string): ReadonlyMap<string, string> =>
  new Map(
    [...element.matchAll(ATTRIBUTE)].map(([, name, double, single]) => [
      name!.toLowerCase(),
      decoded(double ?? single ?? '').trim(),
    ]),
  );

const PROGRAM = /\/(oleObject|control|activeXControl\w*|vbaProject)$/i;
const HYPERLINK = /\/relationships\/hyperlink$/;

/** Requires that an office document fetches nothing and starts nothing when it is opened; a plain link waits for a click. */
export const assertPassiveRelationships = (xml: string): void => {
  const elements = [...xml.matchAll(ELEMENT)];
  if (elements.length !== [...xml.matchAll(START)].length) throw new Refusal('FILE_UNREADABLE', 'The file is damaged.');
  for (const [, element] of elements) {
    const attributes = attributesOf(element!);
    const type = attributes.get('type') ?? '';
    const mode = attributes.get('targetmode')?.toLowerCase() ?? 'internal';
    if (PROGRAM.test(type))
      throw new Refusal(
        'FILE_UNSAFE',
        'The file carries an embedded program object. Save it without that and upload it.',
      );
    if (mode !== 'internal' && !HYPERLINK.test(type))
      throw new Refusal('FILE_UNSAFE', 'The file fetches something when it is opened. Save it without linked content.');
  }
};
