import { type EditedLeadField, type LeadEditName, type LeadEditValues, leadEditValuesSchema } from '@paceline/contract';

export type Typed = Readonly<Partial<Record<LeadEditName, string>>>;

const NUMBERS: ReadonlySet<LeadEditName> = new Set(['age', 'gradYear', 'campusKey', 'programKey']);

/** What was typed, where it differs from what is there. An emptied field stays as it is: a value can be replaced, not taken away. */
const changesOf = (fields: readonly EditedLeadField[], typed: Typed): Record<string, string | number> =>
  Object.fromEntries(
    fields.flatMap(({ name, value }) => {
      const text = name === null ? '' : (typed[name] ?? '').trim();
      if (name === null || text === '' || text === value) return [];
      return [[name, NUMBERS.has(name) ? Number(text) : text]];
    }),
  );

interface Edited {
  values: LeadEditValues | null;
  errors: Readonly<Record<string, string>>;
}

/** The changes to send, or what is wrong with them by field; `form` is about none of them. */
export const readEdit = (fields: readonly EditedLeadField[], typed: Typed): Edited => {
  const changes = changesOf(fields, typed);
  if (Object.keys(changes).length === 0) return { values: null, errors: { form: 'Change at least one value.' } };
  const read = leadEditValuesSchema.safeParse(changes);
  if (read.success) return { values: read.data, errors: {} };
  return {
    values: null,
    errors: Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])),
  };
};

/** How a field reaches the client's system. */
export const sentText = ({ sentAs, sent }: Pick<EditedLeadField, 'sentAs' | 'sent'>): string => {
  if (sentAs.length === 0) return '';
  return `Sent as ${sentAs.join(', ')}: ${sent === '' ? 'empty' : sent}`;
};

/** The words of a refusal under the field that it names. */
export const refusedFields = (
  errors: readonly { field: string; message: string }[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(errors.map(({ field, message }) => [field.replace(/^values\./, ''), message]));
