import { type DeliveryFieldMap, type DeliverySettings } from './endpoint.ts';
import { type DeliveryValues, fillTemplate } from './fields.ts';

interface RenderedBody {
  contentType: string;
  body: string;
}

const mapped = (value: string, { values }: Pick<DeliveryFieldMap, 'values'>): string =>
  values.find(({ from }) => from.toLowerCase() === value.toLowerCase())?.to ?? value;

/** The lead's values by the client's field names. */
export const renderFields = (fields: readonly DeliveryFieldMap[], values: DeliveryValues): [string, string][] =>
  fields.map((field) => [field.name, mapped(fillTemplate(field.template, values), field)]);

interface Tree {
  [name: string]: string | Tree;
}

/**
 * Nests dotted names: `person.first` becomes an object in an object. The settings' schema ensures that no name is both a value and an
 * object.
 */
const treeOf = (entries: readonly (readonly [string, string])[]): Tree => {
  const root: Tree = Object.create(null) as Tree;
  for (const [path, value] of entries) {
    const names = path.split('.');
    const last = names.pop()!;
    let at = root;
    for (const name of names) {
      const next = at[name];
      at = typeof next === 'object' ? next : (at[name] = Object.create(null) as Tree);
    }
    at[last] = value;
  }
  return root;
};

// Characters XML 1.0 forbids, escaped or not.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
};
const escaped = (value: string): string =>
  value.replaceAll(FORBIDDEN, '').replaceAll(/[<>&"']/g, (one) => ESCAPES[one] ?? one);

const elementOf = (name: string, content: string | Tree): string =>
  `<${name}>${
    typeof content === 'string'
      ? escaped(content)
      : Object.entries(content)
          .map(([inner, value]) => elementOf(inner, value))
          .join('')
  }</${name}>`;

/** Standard CSV: fields are quoted if needed. Values are unchanged, even formulas, as a machine reads them. */
const csvField = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const csvLine = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`;

/** CSV file of leads: a header row, and one row per lead. */
export const renderCsv = (fields: readonly DeliveryFieldMap[], leads: readonly DeliveryValues[]): string =>
  [
    csvLine(fields.map(({ name }) => name)),
    ...leads.map((values) => csvLine(renderFields(fields, values).map(([, value]) => value))),
  ].join('');

export const renderBody = (
  { method, xmlRoot, fields }: Pick<DeliverySettings, 'method' | 'xmlRoot' | 'fields'>,
  values: DeliveryValues,
): RenderedBody => {
  const entries = renderFields(fields, values);
  if (method === 'FORM')
    return {
      contentType: 'application/x-www-form-urlencoded',
      body: entries.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'),
    };
  if (method === 'FILE') return { contentType: 'text/csv; charset=utf-8', body: renderCsv(fields, [values]) };
  if (method === 'EMAIL')
    return {
      contentType: 'text/plain; charset=utf-8',
      body: entries.map(([name, value]) => `${name}: ${value.replaceAll(/\s+/g, ' ')}`).join('\n'),
    };
  if (method === 'JSON') return { contentType: 'application/json', body: JSON.stringify(treeOf(entries)) };
  return {
    contentType: 'application/xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="UTF-8"?>${elementOf(xmlRoot, treeOf(entries))}`,
  };
};
