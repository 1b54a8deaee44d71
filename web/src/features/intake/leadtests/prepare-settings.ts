import { type LeadTestRecord, type LeadTestSettings, leadTestSettingsSchema } from '@paceline/contract';
import { field, group, type Rule } from '../../../shared/form/prepare-merge.ts';
import type { FieldProblem } from '../../../shared/form/prepare-refusal.ts';

/** Lists as typed, one entry per line. */
export interface SettingsValues {
  emailDomains: string;
  names: string;
  emailPatterns: string;
  purgeAfterDays: string;
}
const FIELDS = ['emailDomains', 'names', 'emailPatterns', 'purgeAfterDays'] as const;
type Field = (typeof FIELDS)[number];

const toLines = (list: readonly string[]): string => list.join('\n');
/** The distinct entries. Commas separate too: lists copied from emails use them. */
export const fromLines = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,;]/)
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter((line) => line !== ''),
  ),
];

export const valuesOf = ({ settings }: LeadTestRecord): SettingsValues => ({
  emailDomains: toLines(settings.emailDomains),
  names: toLines(settings.names),
  emailPatterns: toLines(settings.emailPatterns),
  purgeAfterDays: String(settings.purgeAfterDays),
});

/** The settings to save; those not in the form are kept. */
export const toSettings = (values: SettingsValues, stored: LeadTestSettings): LeadTestSettings => ({
  ...stored,
  emailDomains: fromLines(values.emailDomains).map((domain) => domain.toLowerCase()),
  names: fromLines(values.names),
  emailPatterns: fromLines(values.emailPatterns).map((pattern) => pattern.toLowerCase()),
  purgeAfterDays: /^\d{1,4}$/.test(values.purgeAfterDays.trim()) ? Number(values.purgeAfterDays) : 0,
});

/** Maps a server field such as `settings.emailDomains.2` to the input `emailDomains`. */
export const fieldOf = (path: string): Field | null => {
  const name = path.split('.').find((part) => part !== 'settings');
  return FIELDS.find((one) => one === name) ?? null;
};

/** The problems, each with its line. */
export const problemsOf = (values: SettingsValues, stored: LeadTestSettings): FieldProblem[] => {
  const settings = toSettings(values, stored);
  const parsed = leadTestSettingsSchema.safeParse(settings);
  if (parsed.success) return [];
  return parsed.error.issues.flatMap(({ path: [name, index], message }): FieldProblem[] => {
    const path = fieldOf(String(name));
    if (path === null) return [];
    if (path === 'purgeAfterDays') return [{ path, message: 'Enter a whole number of days, 1 to 365.' }];
    const line = typeof index === 'number' ? settings[path][index] : undefined;
    return [{ path, message: line === undefined ? `The list ${message}.` : `“${line}” ${message}.` }];
  });
};

const lines = (label: string): Rule<string> =>
  field<string>(label, (text) => fromLines(text).join(', ') || 'None', {
    isSame: (a, b) => JSON.stringify(fromLines(a)) === JSON.stringify(fromLines(b)),
  });

export const LABELS: Record<Field, string> = {
  emailDomains: 'Email domains',
  names: 'Names',
  emailPatterns: 'Email patterns',
  purgeAfterDays: 'Remove test leads after',
};

export const settingsRule: Rule<SettingsValues> = group<SettingsValues>({
  emailDomains: lines(LABELS.emailDomains),
  names: lines(LABELS.names),
  emailPatterns: lines(LABELS.emailPatterns),
  purgeAfterDays: field<string>(LABELS.purgeAfterDays, (days) => `${days} days`),
});
