import { AGENCY_PARAMETERS, isPostParameter, PARAMETER_SPELLINGS, POST_PARAMETERS } from '@paceline/contract';
import { type PostParameterName, ROUTING_PARAMETERS } from '@paceline/contract';
import { isStorable } from '../../../lib/files/storable-text.ts';
import { type Reason } from '../check.ts';

/** The post as texts by parameter, before parsing. */
interface PostTexts {
  texts: Map<PostParameterName, string>;
  errors: Reason[];
  /** Hints for the partner that do not block the lead. */
  warnings: string[];
}

const BESIDE: ReadonlySet<string> = new Set<string>([...ROUTING_PARAMETERS, ...AGENCY_PARAMETERS]);
/** Names that could reach an object's prototype if they were copied into one. */
const DANGEROUS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const MAX_WARNINGS = 20;

const refused = (field: string, message: string): Reason => ({ code: 'VAL_NOT_ALLOWED', field, message });

/** A single value as text; null for none, undefined for several. */
const textOf = (value: unknown): string | null | undefined => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
};

const isRecord = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

/** Shortens a field name for messages: the sender may have made it long. */
const shown = (name: string): string => (name.length > 40 ? `${name.slice(0, 40)}…` : name);

/** The texts of a post. Lists, objects and reserved names are refused by name; unknown fields are dropped. */
export const postTexts = (raw: unknown): PostTexts => {
  const read: PostTexts = { texts: new Map(), errors: [], warnings: [] };
  if (!isRecord(raw)) {
    read.errors.push({ code: 'VAL_NOT_ALLOWED', field: null, message: 'A post must be one object or form.' });
    return read;
  }
  let dropped = 0;
  for (const [spelling, value] of Object.entries(raw)) {
    const name = Object.hasOwn(PARAMETER_SPELLINGS, spelling) ? PARAMETER_SPELLINGS[spelling]! : spelling;
    if (DANGEROUS.has(name)) read.errors.push(refused(name, `${name} is not accepted as a field.`));
    else if (isPostParameter(name)) {
      const text = textOf(value);
      const { label } = POST_PARAMETERS[name];
      if (text === undefined) read.errors.push(refused(name, `${label} must be a single value.`));
      else if (text !== null && !isStorable(text)) {
        read.errors.push(refused(name, `${label} has characters that are not allowed.`));
      } else if (text !== null && text !== '' && (name === spelling || !read.texts.has(name)))
        read.texts.set(name, text);
    } else if (!BESIDE.has(name)) {
      dropped += 1;
      if (dropped <= MAX_WARNINGS) read.warnings.push(`Field ${shown(name)} is not used and was dropped.`);
    }
  }
  if (dropped > MAX_WARNINGS) read.warnings.push(`${dropped - MAX_WARNINGS} more fields were dropped.`);
  return read;
};
