import {
  type AuditChange,
  CAMPAIGN_STATUSES,
  IO_STATES,
  LEAD_STATUSES,
  MONTH_STATES,
  OWNER_SETTING_NAMES,
  type OwnerSettingName,
  PARTNER_CLIENT_STATUSES,
  PARTNER_NOTIFICATIONS,
  settingText,
  widgetName,
} from '@paceline/contract';
import { SECRET, withoutSecrets } from '../../shared/audit-secrets.rules.ts';
import { maskedValue } from '../../shared/delivery/mask-person.ts';
import { monthWords } from '../../shared/billing/month-words.rules.ts';
import { type StoredLine } from './audit.queries.ts';
import { codeLabel, fieldLabel } from './record-words.ts';

type Parts = Readonly<Record<string, unknown>>;

/** How the values of a line are shown. */
interface Telling {
  /** The entity of the line: fields of a declared record have its labels. */
  entity: string | null;
  /** Whether personal values are shown in full. */
  isWhole: boolean;
  /** Whether the fees of platform accounts are shown. */
  showsFees: boolean;
  /** The names of the viewer's owners; of other owners only their number is shown. */
  owners: ReadonlyMap<number, string>;
}

const PERSONAL =
  /^(?:email|newEmail|oldEmail|requested|phone|mobile|firstName|lastName|fullName|personName|contact|contactName|street|address|addressLine\d|city|birthDate|dateOfBirth|dob|ssn)$/i;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const PHONE = /\+?\d?[\s.(-]*\d{3}[\s.)-]*\d{3}[\s.-]*\d{4}(?!\d)/g;
const MONEY = /price|budget|cost|amount|fee/i;
const PERCENT = /percent$/i;

const WORDS: Readonly<Record<string, string>> = { ...PARTNER_NOTIFICATIONS, ...PARTNER_CLIENT_STATUSES };
/** Codes of records that are not declared. */
const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  billingMonth: MONTH_STATES,
  insertion_order: IO_STATES,
};
const labelOf = (table: Readonly<Record<string, { label: string }>>, code: string): string | undefined =>
  Object.hasOwn(table, code) ? table[code]?.label : undefined;
const codeWords = (entity: string | null, field: string, code: string): string => {
  const declared = codeLabel(entity, field, code);
  if (declared !== undefined) return declared;
  if (field === 'state' || field === 'status') {
    const state = STATES[entity ?? '']?.[code];
    if (state !== undefined) return state;
  }
  if (field === 'subStatus' || field === 'status' || field === 'statusCode')
    return labelOf(CAMPAIGN_STATUSES, code) ?? labelOf(LEAD_STATUSES, code) ?? WORDS[code] ?? code;
  return WORDS[code] ?? code;
};

/** A personal value as shown to users without the right to see it; a text can contain one anywhere. */
const masked = (field: string, value: string): string => {
  if (PERSONAL.test(field)) return maskedValue(value.includes('@') ? 'email' : field, value);
  return value
    .replace(EMAIL, (match) => maskedValue('email', match))
    .replace(PHONE, (match) => maskedValue('phone', match.replaceAll(/\D/g, '')));
};

const MAX_LETTERS = 2_000;
const FIRST_OF_MONTH = /^\d{4}-\d{2}-01$/;

const textOf = (field: string, value: unknown, telling: Telling): string | null => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    const texts = value.map((one) => textOf(field, one, telling) ?? 'none');
    return texts.length === 0 ? null : texts.join(', ').slice(0, MAX_LETTERS);
  }
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${fieldLabel(telling.entity, name)} ${textOf(name, one, telling) ?? 'none'}`)
      .join(', ')
      .slice(0, MAX_LETTERS);
  if (field === 'ownerKeys') return telling.owners.get(Number(value)) ?? 'another owner';
  if (field === 'feePercent' && !telling.showsFees) return 'not shown';
  if (field === 'month' && typeof value === 'string' && FIRST_OF_MONTH.test(value)) return monthWords(value);
  if (typeof value === 'number' && PERCENT.test(field)) return `${value} %`;
  if (typeof value === 'number' && MONEY.test(field)) return `$${value.toFixed(2)}`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.startsWith(SECRET)) return SECRET;
  // A number can be personal too: it is masked like a text.
  const shown = telling.isWhole || (typeof value === 'number' && !PERSONAL.test(field)) ? text : masked(field, text);
  return codeWords(telling.entity, field, shown).slice(0, MAX_LETTERS);
};

const isPlain = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Field {
  /** The part of the record that the field belongs to. */
  part: string;
  name: string;
  value: unknown;
}
/** Nested parts flattened under names of their own, so that one changed value of a large record is one line. */
const flat = (entity: string | null, parts: Parts | null, above: readonly string[] = []): Map<string, Field> => {
  const fields = new Map<string, Field>();
  for (const [name, value] of Object.entries(parts ?? {})) {
    const path = [...above, name];
    if (isPlain(value) && Object.keys(value).length > 0)
      for (const [below, one] of flat(entity, value, path)) fields.set(below, one);
    else fields.set(path.map((one) => fieldLabel(entity, one)).join(', '), { part: path[0] ?? name, name, value });
  }
  return fields;
};

/** Fields that tell several things of a line apart: shown although they did not change. */
const NAMES: ReadonlySet<string> = new Set(['contact', 'client', 'hint', 'month', 'name']);

const isSetting = (name: string | null): name is OwnerSettingName =>
  (OWNER_SETTING_NAMES as readonly (string | null)[]).includes(name);

/** The values of a line that may be shown; an owner's setting in the words of its page. */
export const tellableValues = (
  { entity, entityKey, before, after }: Pick<StoredLine, 'entity' | 'entityKey' | 'before' | 'after'>,
  names: ReadonlyMap<string, string>,
): [before: Parts | null, after: Parts | null] => {
  if (entity !== 'owner_setting' || !isSetting(entityKey)) return [before, after];
  const inWords = (parts: Parts | null): Parts | null => {
    const value = parts?.['value'];
    if (value === undefined || value === null || value === '') return parts;
    const verticalKey = Number(value);
    const vertical = { verticalKey, name: names.get(`vertical ${verticalKey}`) ?? String(verticalKey) };
    return { value: settingText(entityKey, value, { verticals: [vertical], widgetTitle: widgetName }) };
  };
  return [inWords(before), inWords(after)];
};

/** The changes of a line, field by field: for an insert the new values, for a delete the old ones. */
export const changesOf = (before: Parts | null, after: Parts | null, telling: Telling): AuditChange[] => {
  const was = flat(telling.entity, withoutSecrets(before) as Parts | null);
  const is = flat(telling.entity, withoutSecrets(after) as Parts | null);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field): AuditChange[] => {
    const [old, now] = [was.get(field), is.get(field)];
    const name = (now ?? old)?.name ?? '';
    const texts = { before: textOf(name, old?.value, telling), after: textOf(name, now?.value, telling) };
    // Logged only before the change: it identifies the subject, and did not change.
    if (before !== null && after !== null && old !== undefined && !Object.hasOwn(after, old.part))
      return texts.before === null ? [] : [{ field, before: texts.before, after: texts.before }];
    const isSame = JSON.stringify(old?.value ?? null) === JSON.stringify(now?.value ?? null);
    if (texts.before === null && texts.after === null) return [];
    if (isSame && !NAMES.has(name)) return [];
    return [{ field, ...texts }];
  });
};

export const changeLine = ({ field, before, after }: AuditChange): string => {
  if (before === after || before === null) return `${field}: ${after ?? 'none'}`;
  return `${field}: ${before} → ${after ?? 'none'}`;
};
