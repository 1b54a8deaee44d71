import type { RecordField } from './fields.ts';
import type { RecordDeclaration } from './record.ts';

type Logged = Pick<RecordDeclaration, 'fields' | 'states'>;
const allFields = ({ fields, states }: Logged): [string, RecordField][] => Object.entries({ ...fields, ...states });

/** The values stored in the audit log. Missing values are left out. */
export const loggedValues = (record: Logged, values: object): Record<string, unknown> =>
  Object.fromEntries(
    allFields(record)
      .filter(([name]) => values[name as keyof typeof values] !== undefined)
      .map(([name, { logged }]) => [logged?.name ?? name, values[name as keyof typeof values]]),
  );

/** A field by its name in the audit log; undefined if the record has none of that name. */
export const loggedField = (record: Logged, name: string): Pick<RecordField, 'label' | 'words'> | undefined => {
  const [, field] = allFields(record).find(([own, { logged }]) => (logged?.name ?? own) === name) ?? [];
  return field && { ...field, ...field.logged };
};

export interface LoggedChange {
  before?: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** The change stored in the audit log: differences, or all values of a new record; null if nothing differs. */
export const loggedChange = (record: Logged, before: object | null, after: object): LoggedChange | null => {
  const now = loggedValues(record, after);
  if (before === null) return { after: now };
  const was = loggedValues(record, before);
  const changed = Object.keys(now).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(now[name]));
  if (changed.length === 0) return null;
  const only = (values: typeof now) => Object.fromEntries(changed.map((name) => [name, values[name]]));
  return { before: only(was), after: only(now) };
};

const textOf = (words: Readonly<Record<string, string>> = {}, value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.map((one) => textOf(words, one)).join(', ') || null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return words[text] ?? text;
};

/** A stored change as shown in a history: the differences, with labels and words. */
export const changesInWords = (
  record: Logged,
  { before, after }: { before: Record<string, unknown> | null; after: Record<string, unknown> },
): { label: string; before: string | null; after: string | null }[] =>
  allFields(record)
    .map(([own, { logged, label, words }]) => ({ name: logged?.name ?? own, label: logged?.label ?? label, words }))
    .filter(({ name }) => name in after)
    .map(({ name, label, words }) => ({
      label,
      before: textOf(words, before?.[name]),
      after: textOf(words, after[name]),
    }))
    .filter((change) => change.before !== change.after);

/** Differences between the saved and the submitted record, for a conflict answer. */
export const conflictsWith = (record: Logged, saved: object, wanted: object): { field: string; message: string }[] => {
  const [theirs, mine] = [loggedValues(record, saved), loggedValues(record, wanted)];
  return Object.keys(mine)
    .filter((name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]))
    .map((field) => ({ field, message: `Saved is ${String(theirs[field])}; yours is ${String(mine[field])}.` }));
};
