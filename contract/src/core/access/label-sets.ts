import { type MetricVertical } from '../metrics/types.ts';

/** Words of a funnel stage: singular, plural, in front of "Rate", and after "Cost Per". */
export interface StageWords {
  one: string;
  many: string;
  rate: string;
  per: string;
}
const words = (one: string, more: Partial<StageWords> = {}): StageWords => ({
  one,
  many: `${one}s`,
  rate: one,
  per: one,
  ...more,
});

const DEFAULT = {
  inquiry: words('Inquiry', { many: 'Inquiries' }),
  contact: words('Contact'),
  appointment: words('Appointment'),
  interview: words('Interview'),
  visit: words('Visit'),
  application: words('Application'),
  enrollment: words('Enrollment'),
  start: words('Start'),
};
type LabelSet = typeof DEFAULT;
export type WordOf = keyof LabelSet;
/** The stages, in funnel order. */
export const WORDS_OF = Object.keys(DEFAULT) as WordOf[];
/** Stages an owner may rename. Inquiries keep their name, as forms, goals and sentences use it as well as tables. */
export type OutcomeWord = Exclude<WordOf, 'inquiry'>;
const isOutcome = (stage: WordOf): stage is OutcomeWord => stage !== 'inquiry';
export const OUTCOME_WORDS = WORDS_OF.filter(isOutcome);

/** Labels only: keys and milestone codes never change. */
export const LABEL_SETS = {
  default: DEFAULT,
  sales: {
    ...DEFAULT,
    interview: words('Estimate'),
    visit: words('Start'),
    enrollment: words('Sale', { rate: 'Sales' }),
    start: words('Close', { per: 'Closes' }),
  },
} as const satisfies Record<string, LabelSet>;
export type LabelSetName = keyof typeof LABEL_SETS;
export const LABEL_SET_NAMES = ['default', 'sales'] as const satisfies LabelSetName[];

/** An owner's words: a set, or a set with overrides. */
export type Labels = LabelSetName | { set: LabelSetName; own: Readonly<Partial<Record<OutcomeWord, StageWords>>> };

const setOf = (labels: Labels): LabelSetName => (typeof labels === 'string' ? labels : labels.set);
export const wordsOf = (labels: Labels, stage: WordOf): StageWords =>
  (typeof labels !== 'string' && isOutcome(stage) ? labels.own[stage] : undefined) ?? LABEL_SETS[setOf(labels)][stage];

/** English plurals: "Person" → "Persons", "Inquiry" → "Inquiries", "Pass" → "Passes"; irregular ones must be given. */
const pluralOf = (one: string): string => {
  if (/[^aeiou]y$/i.test(one)) return `${one.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(one) ? `${one}es` : `${one}s`;
};

/** Parses an owner's word: "Student", or singular and plural: "Person / People". */
export const ownWords = (text: string): StageWords => {
  const [one = '', many = pluralOf(one)] = text.split('/').map((part) => part.trim());
  return words(one, { many });
};

/** The vertical of each set. */
const VERTICALS = { default: 'education', sales: 'home' } as const satisfies Record<LabelSetName, MetricVertical>;
export const verticalOfLabels = (labels: Labels): MetricVertical => VERTICALS[setOf(labels)];

export const labelSetOf = (name: string | null): LabelSetName =>
  name !== null && Object.hasOwn(LABEL_SETS, name) ? (name as LabelSetName) : 'default';

const TOKEN = /\{(\w+)\.(\w+)\}/g;
const isWordOf = (name: string): name is WordOf => Object.hasOwn(DEFAULT, name);

/** `MTD {enrollment.many}` → "MTD Enrollments", or "MTD Sales". */
export const fillLabel = (label: string, labels: Labels): string =>
  label.replace(TOKEN, (token, stage: string, form: string) => {
    const forms: Partial<Record<string, string>> = isWordOf(stage) ? { ...wordsOf(labels, stage) } : {};
    return forms[form] ?? token;
  });
