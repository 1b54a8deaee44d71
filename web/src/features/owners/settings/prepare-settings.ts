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

/** A section as its form holds it: what is typed is text, a switch is on or off, a list is a list. */
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

/** What would be sent for a field. A number that is none stays a text, so that it is refused in the field's own words. */
const fromForm = (name: OwnerSettingName, value: SectionValue | undefined): unknown => {
  const { kind } = OWNER_SETTINGS[name];
  if (!NUMBERS.has(kind)) return value;
  const text = typeof value === 'string' ? value.trim() : '';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
};

export const valuesOf = (section: OwnerSettingSection, { values }: OwnerSettings): SectionValues =>
  Object.fromEntries(settingsOf(section).map((name) => [name, toForm(values[name])]));

/** What the default of a setting is in its form; undefined where every owner has its own. */
export const defaultOf = (name: OwnerSettingName, { defaults }: OwnerSettings): SectionValue | undefined => {
  const value = (defaults as Partial<Record<OwnerSettingName, unknown>>)[name];
  return value === undefined ? undefined : toForm(value);
};

export const isSame = (a: SectionValue | undefined, b: SectionValue | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** What was changed, as it is sent. */
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

/** By the rules that the server judges by: only what was changed is sent, and only that is judged. */
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

/** `values.dedupDays` of the server is the box `dedupDays`. */
export const fieldOf = (path: string, values: SectionValues): string | null =>
  path.split('.').find((part) => Object.hasOwn(values, part)) ?? null;

/** A setting's value in words. */
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
