import type { z } from 'zod';
import type { RecordField } from './fields.ts';

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

/** What the form of a stored one holds. */
export const heldValues = <F extends Fields>({ fields }: FieldsOnly<F>, stored: ReadValues<F>): HeldValues<F> =>
  mapFields(fields, (field, name) => field.hold(stored[name])) as HeldValues<F>;

/** What a form sends. */
export const sentValues = <F extends Fields>({ fields }: FieldsOnly<F>, held: HeldValues<F>): SentValues<F> =>
  mapFields(fields, (field, name) => field.send(held[name])) as SentValues<F>;

/** A stored one as it is sent by an action that leaves its fields as they are. */
export const resentValues = <F extends Fields>(record: FieldsOnly<F>, stored: ReadValues<F>): SentValues<F> =>
  sentValues(record, heldValues(record, stored));

/** Whether two of them are sent as the same. */
export const isSameRecord = <F extends Fields>(record: FieldsOnly<F>, a: ReadValues<F>, b: ReadValues<F>): boolean =>
  JSON.stringify(resentValues(record, a)) === JSON.stringify(resentValues(record, b));

/** "must be one line" of a field called Name is "Name must be one line."; a message that is a sentence stays as it is. */
const sentence = (subject: string, message: string): string =>
  /^\p{Lu}/u.test(message) ? message : `${subject} ${message}.`;

/** What is wrong with what a form holds, each at its field. */
export const heldProblems = <F extends Fields>({ fields }: FieldsOnly<F>, held: HeldValues<F>): RecordProblem[] =>
  Object.entries<RecordField>(fields).flatMap(([name, field]) =>
    (field.sent.safeParse(field.send(held[name])).error?.issues ?? []).map(({ message }) => ({
      path: name,
      message: sentence(field.label, message),
    })),
  );

/** Why a field cannot be changed any more; null while it can, and for a new record. */
export const fixedReason = <F extends Fields, Stored>(
  { fixed }: Pick<RecordDeclaration<F, Fields, Stored>, 'fixed'>,
  name: keyof F,
  stored: Stored | null,
): string | null => (stored === null ? null : (fixed(stored)[name] ?? null));

type Logged = Pick<RecordDeclaration, 'fields' | 'states'>;
const allFields = ({ fields, states }: Logged): [string, RecordField][] => Object.entries({ ...fields, ...states });

/** What the audit log stores of it. Values that are not given are not in it. */
export const loggedValues = (record: Logged, values: object): Record<string, unknown> =>
  Object.fromEntries(
    allFields(record)
      .filter(([name]) => Object.hasOwn(values, name))
      .map(([name, { logged }]) => [logged?.name ?? name, values[name as keyof typeof values]]),
  );

/** A field as the audit log calls it, by its name there; undefined where the record has none of that name. */
export const loggedField = (record: Logged, name: string): Pick<RecordField, 'label' | 'words'> | undefined => {
  const [, field] = allFields(record).find(([own, { logged }]) => (logged?.name ?? own) === name) ?? [];
  return field && { ...field, ...field.logged };
};

/** What differs between what is saved and what somebody wants to save, as a refusal names it. */
export const conflictsWith = (record: Logged, saved: object, wanted: object): { field: string; message: string }[] => {
  const [theirs, mine] = [loggedValues(record, saved), loggedValues(record, wanted)];
  return Object.keys(mine)
    .filter((name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]))
    .map((field) => ({ field, message: `Saved is ${String(theirs[field])}; yours is ${String(mine[field])}.` }));
};
