import { z } from 'zod';
import type { ListColumn } from '../calls/list.ts';
import type { UserGroup } from '../access/user-groups.ts';
import type { FieldKind, RecordField } from './fields.ts';

export type Fields = Readonly<Record<string, RecordField>>;

/** Problem with a field of a record, for forms and refusals. */
export interface RecordProblem {
  path: string;
  message: string;
}

/** Values held by a form, by field. */
export type HeldValues<F extends Fields> = { -readonly [Name in keyof F]: F[Name]['initial'] };
/** Values as sent and stored. */
export type SentValues<F extends Fields> = { -readonly [Name in keyof F]: z.output<F[Name]['sent']> };
/** Values as answered. */
export type ReadValues<F extends Fields> = { -readonly [Name in keyof F]: z.output<F[Name]['read']> };

export interface RecordDeclaration<F extends Fields = Fields, S extends Fields = Fields, Stored = never> {
  /** Its name in the audit log. */
  entity: string;
  /** Name of one such record. */
  label: string;
  /** Fields that the form holds and sends. */
  fields: F;
  /** Fields changed by actions of their own, not by the form. */
  states: S;
  /** Why a field is fixed, for form and server; null while it can be changed. */
  fixed: (stored: Stored) => { readonly [Name in keyof F]?: string | null };
}

/** An editable record, declared once: form, wire, merge, audit log, history and SQL lists are made from it (docs/decisions/097). */
export const defineRecord = <
  const F extends Fields,
  const S extends Fields = Record<never, RecordField>,
  Stored = never,
>(
  record: Omit<RecordDeclaration<F, S, Stored>, 'states' | 'fixed'> &
    Partial<Pick<RecordDeclaration<F, S, Stored>, 'states' | 'fixed'>>,
): RecordDeclaration<F, S, Stored> => ({ states: {} as S, fixed: () => ({}), ...record });

type FieldsOnly<F extends Fields> = Pick<RecordDeclaration<F>, 'fields'>;

const mapFields = <Out>(fields: Fields, make: (field: RecordField, name: string) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field, name)]));

/** Schema fields of the save body. */
export const sentShape = <F extends Fields>({ fields }: FieldsOnly<F>) =>
  mapFields(fields, ({ sent }) => sent) as { -readonly [Name in keyof F]: F[Name]['sent'] };

/** Schema fields of an answer. */
export const readShape = <F extends Fields, S extends Fields>({ fields, states }: { fields: F; states: S }) =>
  mapFields({ ...fields, ...states }, ({ read }) => read) as {
    -readonly [Name in keyof (F & S)]: (F & S)[Name]['read'];
  };

/** Form values of a new record. */
export const newValues = <F extends Fields>({ fields }: FieldsOnly<F>): HeldValues<F> =>
  mapFields(fields, ({ initial }) => initial) as HeldValues<F>;

/** Form values of a stored record; fields hidden from the reader have their initial value. */
export const heldValues = <F extends Fields>({ fields }: FieldsOnly<F>, stored: ReadValues<F>): HeldValues<F> =>
  mapFields(fields, (field, name) =>
    stored[name] === undefined ? field.initial : field.hold(stored[name]),
  ) as HeldValues<F>;

/** Values that a form sends. */
export const sentValues = <F extends Fields>({ fields }: FieldsOnly<F>, values: HeldValues<F>): SentValues<F> =>
  mapFields(fields, (field, name) => field.send(values[name])) as SentValues<F>;

/** A stored record as sent by an action that leaves its fields unchanged. */
export const resentValues = <F extends Fields>(record: FieldsOnly<F>, stored: ReadValues<F>): SentValues<F> =>
  sentValues(record, heldValues(record, stored));

/** Whether two records would be sent identically. */
export const isSameRecord = <F extends Fields>(record: FieldsOnly<F>, a: ReadValues<F>, b: ReadValues<F>): boolean =>
  JSON.stringify(resentValues(record, a)) === JSON.stringify(resentValues(record, b));

/** Kinds whose value is typed, not chosen. */
const TYPED_KINDS: readonly RecordField['kind'][] = ['text', 'paragraph'];

/** "Enter a source tag." A name of capitals, such as URL, keeps them. */
const enterWords = (label: string): string => {
  const name = /^\p{Lu}\p{Ll}/u.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;
  return `Enter ${/^[aeiou]/i.test(name) && !name.startsWith('URL') ? 'an' : 'a'} ${name}.`;
};

/**
 * Makes a sentence of a message: "must be one line" of the field Name becomes "Name must be one line."; full sentences stay as they are.
 */
const sentence = ({ kind }: RecordField, subject: string, message: string): string => {
  if (/^\p{Lu}/u.test(message)) return message;
  return message === 'is required' && TYPED_KINDS.includes(kind) ? enterWords(subject) : `${subject} ${message}.`;
};

/** The field or, in a list, the wrong value. */
const subjectOf = ({ label }: RecordField, sent: unknown, [place]: readonly PropertyKey[]): string =>
  Array.isArray(sent) && typeof place === 'number' ? `“${String(sent[place])}”` : label;

/** Whether a form value is empty. */
export const isBlank = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

const problemsOf = (field: RecordField, value: unknown): string[] => {
  if (field.missing !== undefined && isBlank(value)) return [field.missing];
  const sent = field.send(value);
  const issues = field.sent.safeParse(sent).error?.issues ?? [];
  if (field.wrong !== undefined && issues.length > 0) return [field.wrong];
  return issues.map(({ path, message }) => sentence(field, subjectOf(field, sent, path), message));
};

/** Problems of the form's values, by field. */
export const heldProblems = <F extends Fields>({ fields }: FieldsOnly<F>, values: HeldValues<F>): RecordProblem[] =>
  Object.entries<RecordField>(fields).flatMap(([name, field]) =>
    problemsOf(field, values[name]).map((message) => ({ path: name, message })),
  );

/** Why a field cannot be changed; null if it can, and for a new record. */
export const fixedReason = <F extends Fields, Stored>(
  { fixed }: Pick<RecordDeclaration<F, Fields, Stored>, 'fixed'>,
  name: keyof F,
  stored: Stored | null,
): string | null => (stored === null ? null : (fixed(stored)[name] ?? null));

/** Fixed fields whose sent value differs from the stored one, with the reason. */
export const fixedProblems = <F extends Fields, Stored>(
  { fixed }: Pick<RecordDeclaration<F, Fields, Stored>, 'fixed'>,
  stored: Stored & { readonly [Name in keyof F]?: unknown },
  sent: { readonly [Name in keyof F]?: unknown },
): { field: string; message: string }[] =>
  Object.entries<string | null | undefined>(fixed(stored)).flatMap(([field, message]) =>
    message == null || stored[field] === sent[field] ? [] : [{ field, message }],
  );

const isSeenBy = (field: RecordField | undefined, group: UserGroup): boolean => field?.sees?.includes(group) ?? true;

/** The answer's schema for a group, without fields hidden from it. */
export const seenBy = (group: UserGroup, { fields }: FieldsOnly<Fields>, { shape }: z.ZodObject) =>
  z.object(Object.fromEntries(Object.entries(shape).filter(([name]) => isSeenBy(fields[name], group))));

const LIST_KINDS: Partial<Record<FieldKind, ListColumn['kind']>> = { amount: 'dollar', day: 'date' };

const listColumn = ({ label, list = label, kind, hidden, sees }: RecordField): ListColumn => ({
  label: list,
  kind: LIST_KINDS[kind] ?? 'text',
  ...(hidden && { hidden }),
  ...(sees && { groups: sees }),
});

/** List columns that show the record's fields unchanged. */
export const listColumns = <F extends Fields, S extends Fields, Name extends keyof (F & S) & string>(
  { fields, states }: { fields: F; states: S },
  ...names: readonly Name[]
) => {
  const all: Fields = { ...fields, ...states };
  return Object.fromEntries(names.map((name) => [name, listColumn(all[name]!)])) as Record<Name, ListColumn>;
};

/** Heading of a field's column in a file. */
export const fileHeading = ({ file, label }: RecordField): string => file ?? label;
