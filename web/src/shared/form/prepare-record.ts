import {
  type Fields,
  heldProblems,
  heldValues,
  type HeldValues,
  isBlank,
  newValues,
  type ReadValues,
  type RecordDeclaration,
  type RecordField,
} from '@paceline/contract';
import { hashKey } from '@tanstack/react-query';
import { formatDay } from '../../lib/text/format.ts';
import { field, group, list, type Rule, type Rules } from './prepare-merge.ts';

/** Display names for values that are keys, by field. */
export type Names<F extends Fields> = { readonly [Name in keyof F]?: (value: string) => string };

/** A field's value in words; empty text, or the meaning of "empty", where it has none. */
export const fieldWords = (declared: RecordField, held: unknown, nameOf?: (value: string) => string): string => {
  if (isBlank(held)) return declared.whenEmpty ?? '';
  if (declared.kind === 'day') return formatDay(declared.tell(held));
  return nameOf === undefined ? declared.tell(held) : nameOf(String(held));
};

const ruleOf = (declared: RecordField, nameOf?: (value: string) => string): Rule<unknown> => {
  const { label, kind } = declared;
  if (kind === 'choices' || kind === 'items') {
    const rule = list<unknown>(label, (one) => nameOf?.(String(one)) ?? declared.tell([one]), declared);
    return rule as Rule<unknown>;
  }
  // Values that are sent as the same are equal.
  const isSame = (a: unknown, b: unknown) => hashKey([declared.send(a)]) === hashKey([declared.send(b)]);
  return field<unknown>(label, (value) => fieldWords(declared, value, nameOf), { isSame });
};

/** The merge rules of a record's fields, for a form with more fields than these. */
export const recordRules = <F extends Fields>(
  { fields }: Pick<RecordDeclaration<F>, 'fields'>,
  names: Names<F> = {},
): Rules<HeldValues<F>> =>
  Object.fromEntries(
    Object.entries<RecordField>(fields).map(([name, declared]) => [name, ruleOf(declared, names[name])]),
  ) as Rules<HeldValues<F>>;

/** The parts of `useRecordForm` that follow from a record's declaration; `savedBy` for records that do not carry it. */
export const formParts = <F extends Fields>(record: Pick<RecordDeclaration<F>, 'fields'>, names: Names<F> = {}) => ({
  newValues: () => newValues(record),
  valuesOf: (stored: ReadValues<F>) => heldValues(record, stored),
  problems: (values: HeldValues<F>) => heldProblems(record, values),
  /** Field by field, each under its label. */
  rule: (): Rule<HeldValues<F>> => group(recordRules(record, names)),
  versionOf: ({ rowVersion }: { rowVersion: number }) => rowVersion,
  savedBy: () => ({ by: 'Someone', at: null }),
});
