import {
  OWNER_SETTINGS,
  type OwnerSettingName,
  type OwnerSettings,
  type OwnerSettingSection,
  type OwnerSettingValues,
  ownerSettingValues,
  settingsOf,
  settingText,
  widgetName,
} from '@paceline/contract';
import { field, group, type Rule } from '../../../shared/form/prepare-merge.ts';
import type { FieldProblem } from '../../../shared/form/prepare-refusal.ts';

/** A section's form values: text inputs as strings, switches as booleans, lists as arrays. */
export type SectionValue = string | boolean | string[];
export type SectionValues = Record<string, SectionValue>;

const toForm = (value: unknown): SectionValue =>
  typeof value === 'boolean'
    ? value
    : Array.isArray(value)
      ? value.map(String).toSorted()
      : typeof value === 'string'
        ? value
        : typeof value === 'number'
          ? String(value)
          : '';

const NUMBERS: ReadonlySet<string> = new Set(['days', 'minutes', 'percent', 'inquiries', 'vertical']);

/** A field's value as sent. An invalid number stays text, so that the field's own error applies. */
const fromForm = (name: OwnerSettingName, value: SectionValue | undefined): unknown => {
  const { kind } = OWNER_SETTINGS[name];
  if (!NUMBERS.has(kind)) return value;
  const text = typeof value === 'string' ? value.trim() : '';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
};

export const valuesOf = (section: OwnerSettingSection, { values }: OwnerSettings): SectionValues =>
  Object.fromEntries(settingsOf(section).map((name) => [name, toForm(values[name])]));

/** A setting's default in its form; undefined for settings without a common default. */
export const defaultOf = (name: OwnerSettingName, { defaults }: OwnerSettings): SectionValue | undefined => {
  const value = (defaults as Partial<Record<OwnerSettingName, unknown>>)[name];
  return value === undefined ? undefined : toForm(value);
};

export const isSame = (a: SectionValue | undefined, b: SectionValue | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** The changed settings, as sent. */
export const changedValues = (
  section: OwnerSettingSection,
  values: SectionValues,
  stored: OwnerSettings,
): Partial<OwnerSettingValues> => {
  const before = valuesOf(section, stored);
  return Object.fromEntries(
    settingsOf(section).flatMap((name) => {
      const value = values[name];
      return isSame(value, before[name]) ? [] : [[name, fromForm(name, value)]];
    }),
  );
};

/** Checks by the server's rules. Only changed settings are sent, and only those are checked. */
export const problemsOf = (
  section: OwnerSettingSection,
  values: SectionValues,
  stored: OwnerSettings,
): FieldProblem[] => {
  const parsed = ownerSettingValues.partial().safeParse(changedValues(section, values, stored));
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path: [name], message }) => ({ path: String(name), message }));
};

/** Maps a server field such as `values.dedupDays` to the input `dedupDays`. */
export const fieldOf = (path: string, values: SectionValues): string | null =>
  path.split('.').find((part) => Object.hasOwn(values, part)) ?? null;

export const textOf = (name: OwnerSettingName, value: SectionValue | undefined, { verticals }: OwnerSettings): string =>
  settingText(name, fromForm(name, value), { verticals, widgetTitle: widgetName });

export const sectionRule = (section: OwnerSettingSection, stored: OwnerSettings): Rule<SectionValues> =>
  group<SectionValues>(
    Object.fromEntries(
      settingsOf(section).map((name) => [
        name,
        field<SectionValue>(OWNER_SETTINGS[name].label, (value) => textOf(name, value, stored), { isSame }),
      ]),
    ),
  );
