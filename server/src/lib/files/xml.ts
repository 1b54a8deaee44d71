const ESCAPES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
};
/** Characters that XML cannot contain, even escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const textOf = (value: unknown): string =>
  String(value)
    .replaceAll(FORBIDDEN, '')
    .replaceAll(/[<>&"']/g, (character) => ESCAPES[character] ?? '');

/** A plain value as XML: a field becomes an element, each list item an element of the list's name. Null and undefined are omitted. */
export const toXml = (name: string, value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((item: unknown) => toXml(name, item)).join('');
  const inside =
    typeof value === 'object'
      ? Object.entries(value)
          .map(([field, item]) => toXml(field, item))
          .join('')
      : textOf(value);
  return `<${name}>${inside}</${name}>`;
};

export const XML_START = '<?xml version="1.0" encoding="UTF-8"?>';
