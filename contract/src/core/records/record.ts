import { z } from 'zod';
import type { ListColumn } from '../calls/list.ts';
import type { UserGroup } from '../access/user-groups.ts';
import type { FieldKind, RecordField } from './fields.ts';

export type Fields = Readonly<Record<string, RecordField>>;

/** What is wrong with a field of a record, as a form and a refusal name it. */
export interface RecordProblem {
  path: string;
  message: string;
}

/** What a form holds of a record, by field. */
export type HeldValues<F extends Fields> = { -readonly [Name in keyof F]: F[Name]['initial'] };
/** What is sent and stored of it. */
export type SentValues<F extends Fields> = { -readonly [Name in keyof F]: z.output<F[Name]['sent']> };
/** What is answered of it. */
export type ReadValues<F extends Fields> = { -readonly [Name in keyof F]: z.output<F[Name]['read']> };

export interface RecordDeclaration<F extends Fields = Fields, S extends Fields = Fields, Stored = never> {
  /** Its name in the audit log. */
  entity: string;
  /** What one of it is called. */
  label: string;
  /** What a form holds and sends. */
  fields: F;
  /** What stands in the record and is changed by actions of their own: not by its form. */
  states: S;
  /** Why a field cannot be changed any more, for the form and for the server; null while it can. */
  fixed: (stored: Stored) => { readonly [Name in keyof F]?: string | null };
}

/** What people edit, declared once: form, wire, merge, audit log, history and SQL lists are made from this (docs/decisions/097). */
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

/** The fields of the body that saves it. */
export const sentShape = <F extends Fields>({ fields }: FieldsOnly<F>) =>
  mapFields(fields, ({ sent }) => sent) as { -readonly [Name in keyof F]: F[Name]['sent'] };

/** Its fields in an answer. */
export const readShape = <F extends Fields, S extends Fields>({ fields, states }: { fields: F; states: S }) =>
  mapFields({ ...fields, ...states }, ({ read }) => read) as {
    -readonly [Name in keyof (F & S)]: (F & S)[Name]['read'];
  };

/** What the form of a new one holds. */
export const newValues = <F extends Fields>({ fields }: FieldsOnly<F>): HeldValues<F> =>
  mapFields(fields, ({ initial }) => initial) as HeldValues<F>;

/** What the form of a stored one holds; what the reader may not see, as in a new one. */
export const heldValues = <F extends Fields>({ fields }: FieldsOnly<F>, stored: ReadValues<F>): HeldValues<F> =>
  mapFields(fields, (field, name) =>
    stored[name] === undefined ? field.initial : field.hold(stored[name]),
  ) as HeldValues<F>;

/** What a form sends. */
export const sentValues = <F extends Fields>({ fields }: FieldsOnly<F>, values: HeldValues<F>): SentValues<F> =>
  mapFields(fields, (field, name) => field.send(values[name])) as SentValues<F>;

/** A stored one as it is sent by an action that leaves its fields as they are. */
export const resentValues = <F extends Fields>(record: FieldsOnly<F>, stored: ReadValues<F>): SentValues<F> =>
  sentValues(record, heldValues(record, stored));

/** Whether two of them are sent as the same. */
export const isSameRecord = <F extends Fields>(record: FieldsOnly<F>, a: ReadValues<F>, b: ReadValues<F>): boolean =>
  JSON.stringify(resentValues(record, a)) === JSON.stringify(resentValues(record, b));

/** "must be one line" of a field called Name is "Name must be one line."; a message that is a sentence stays as it is. */
const sentence = (subject: string, message: string): string =>
  /^\p{Lu}/u.test(message) ? message : `${subject} ${message}.`;

/** Which value is meant, where one of several is wrong. */
const subjectOf = ({ label }: RecordField, sent: unknown, [place]: readonly PropertyKey[]): string =>
  Array.isArray(sent) && typeof place === 'number' ? `“${String(sent[place])}”` : label;

/** Whether nothing is in a field of a form. */
export const isBlank = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

const problemsOf = (field: RecordField, value: unknown): string[] => {
  if (field.missing !== undefined && isBlank(value)) return [field.missing];
  const sent = field.send(value);
  const issues = field.sent.safeParse(sent).error?.issues ?? [];
  if (field.wrong !== undefined && issues.length > 0) return [field.wrong];
  return issues.map(({ path, message }) => sentence(subjectOf(field, sent, path), message));
};

/** What is wrong with what a form holds, each at its field. */
export const heldProblems = <F extends Fields>({ fields }: FieldsOnly<F>, values: HeldValues<F>): RecordProblem[] =>
  Object.entries<RecordField>(fields).flatMap(([name, field]) =>
    problemsOf(field, values[name]).map((message) => ({ path: name, message })),
  );

/** Why a field cannot be changed any more; null while it can, and for a new record. */
export const fixedReason = <F extends Fields, Stored>(
  { fixed }: Pick<RecordDeclaration<F, Fields, Stored>, 'fixed'>,
  name: keyof F,
  stored: Stored | null,
): string | null => (stored === null ? null : (fixed(stored)[name] ?? null));

/** The fields that are sent otherwise than they are stored although they are fixed, each with why. */
export const fixedProblems = <F extends Fields, Stored>(
  { fixed }: Pick<RecordDeclaration<F, Fields, Stored>, 'fixed'>,
  stored: Stored & { readonly [Name in keyof F]?: unknown },
  sent: { readonly [Name in keyof F]?: unknown },
): { field: string; message: string }[] =>
  Object.entries<string | null | undefined>(fixed(stored)).flatMap(([field, message]) =>
    message == null || stored[field] === sent[field] ? [] : [{ field, message }],
  );

const isSeenBy = (field: RecordField | undefined, group: UserGroup): boolean => field?.sees?.includes(group) ?? true;

/** An answer as a group gets it: without the fields that are not its to see. */
export const seenBy = (group: UserGroup, { fields }: FieldsOnly<Fields>, { shape }: z.ZodObject) =>
  z.object(Object.fromEntries(Object.entries(shape).filter(([name]) => isSeenBy(fields[name], group))));

const LIST_KINDS: Partial<Record<FieldKind, ListColumn['kind']>> = { amount: 'dollar', day: 'date' };

const listColumn = ({ label, list = label, kind, hidden, sees }: RecordField): ListColumn => ({
  label: list,
  kind: LIST_KINDS[kind] ?? 'text',
  ...(hidden && { hidden }),
  ...(sees && { groups: sees }),
});

/** The columns of a list that show its fields as they are. */
export const listColumns = <F extends Fields, S extends Fields, Name extends keyof (F & S) & string>(
  { fields, states }: { fields: F; states: S },
  ...names: readonly Name[]
) => {
  const all: Fields = { ...fields, ...states };
  return Object.fromEntries(names.map((name) => [name, listColumn(all[name]!)])) as Record<Name, ListColumn>;
};

/** The heading of a field's column in a file. */
export const fileHeading = ({ file, label }: RecordField): string => file ?? label;
