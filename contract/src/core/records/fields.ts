import type { z } from 'zod';
import type { UserGroup } from '../access/user-groups.ts';

/** How a field is displayed, and merged with concurrent changes. */
export type FieldKind =
  | 'text'
  | 'paragraph'
  | 'lines'
  | 'number'
  | 'amount'
  | 'day'
  | 'key'
  | 'choice'
  | 'choices'
  | 'flag'
  | 'items';

/** Properties of every field. */
interface FieldWords {
  /** Label on screens, in questions, in the audit log and in histories. */
  label: string;
  /** Help text below the label. */
  help?: string;
  /** Marked as required. */
  required?: boolean;
  /** A code or an address: no spell checking or correction. */
  isCode?: boolean;
  /** Meaning of an empty field, if it has one. */
  whenEmpty?: string;
  /** Message for an empty field, instead of its schema's. */
  missing?: string;
  /** Message for an invalid value, instead of its schema's. */
  wrong?: string;
  /** Maximum characters in its input. */
  max?: number;
  /** Groups that see it; all if omitted. */
  sees?: readonly UserGroup[];
  /** Column heading in import and export files, and in lists, if it differs from the label. */
  file?: string;
  list?: string;
  /** Hidden in lists by default. */
  hidden?: true;
  /** Name in the audit log, if its entries belong to the parent record. */
  logged?: { name: string; label: string };
}

/** One field of a record: the value sent, the value answered, and the value held by a form. */
export interface RecordField<Sent = unknown, Read = unknown, Held = unknown> extends FieldWords {
  kind: FieldKind;
  sent: z.ZodType<Sent, Sent>;
  read: z.ZodType<Read>;
  /** Initial value in the form of a new record. */
  initial: Held;
  /** Labels of codes. */
  words?: Readonly<Record<string, string>>;
  hold(value: Read): Held;
  send(value: Held): Sent;
  /** A value as shown in questions and histories. */
  tell(value: Held): string;
}

type About<Sent, Held> = FieldWords & { sent: z.ZodType<Sent, Sent>; initial?: Held };
type Coded<Code extends string> = { words: Readonly<Record<Code, string>> };

/** One line of text, trimmed. */
export const text = (
  about: About<string, string> & { read: z.ZodType<string> },
): RecordField<string, string, string> => ({
  initial: '',
  ...about,
  kind: 'text',
  hold: (value) => value,
  send: (value) => value.trim(),
  tell: (value) => value,
});

/** Text of several lines. */
export const paragraph = (
  about: About<string, string> & { read: z.ZodType<string> },
): RecordField<string, string, string> => ({ ...text(about), kind: 'paragraph', send: (value) => value });

/** One line of text; null if empty. */
export const optionalText = (
  about: About<string | null, string> & { read: z.ZodType<string | null> },
): RecordField<string | null, string | null, string> => ({
  initial: '',
  ...about,
  kind: 'text',
  hold: (value) => value ?? '',
  send: (value) => value.trim() || null,
  tell: (value) => value,
});

const linesOf = (value: string): string[] => [...new Set(value.split(/\s+/).filter((line) => line !== ''))];

/** A list of addresses or the like, one per line, without duplicates. */
export const lines = (
  about: About<string[], string> & { read: z.ZodType<string[]> },
): RecordField<string[], string[], string> => ({
  initial: '',
  ...about,
  kind: 'lines',
  hold: (value) => value.join('\n'),
  send: linesOf,
  tell: (value) => linesOf(value).join(', '),
});

/** Another record by its key, held as text; empty for none. The page supplies its name. */
export const recordKey = <Key extends number | null>(about: About<Key, string>): RecordField<Key, Key, string> => ({
  initial: '',
  ...about,
  read: about.sent,
  kind: 'key',
  hold: (value) => (value === null ? '' : String(value)),
  // If a choice is required, the schema refuses null.
  send: (value) => (value === '' ? null : Number(value)) as Key,
  tell: (value) => value,
});

/** Another record, held as the key itself; null for none. */
export const chosenKey = <Sent extends number | null, Read extends number | null = Sent>(
  about: About<Sent, number | null> & { read?: z.ZodType<Read> },
): RecordField<Sent, Read, number | null> => ({
  initial: null,
  ...about,
  read: about.read ?? (about.sent as z.ZodType<number | null> as z.ZodType<Read>),
  kind: 'key',
  hold: (value) => value,
  send: (value) => value as Sent,
  tell: (value) => (value === null ? '' : String(value)),
});

/** A day. If empty, `none` is sent: null clears it, undefined leaves it unchanged. */
export const day = <None extends null | undefined, Read extends string | null>(
  about: About<string | None, string> & { read: z.ZodType<Read>; none: None },
): RecordField<string | None, Read, string> => ({
  initial: '',
  ...about,
  kind: 'day',
  hold: (value) => value ?? '',
  send: (value) => (value === '' ? about.none : value),
  tell: (value) => value,
});

/** Parses typed dollars, `1,250.50` or `$1250.5`: null if empty, undefined if not an amount. */
export const parseDollars = (typed: string): number | null | undefined => {
  const plain = typed
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '');
  if (plain === '') return null;
  return /^\d{1,12}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
};

/** Dollars, held as typed. Invalid text is sent as it is, for the schema to refuse. */
export const amount = (
  about: About<number | null, string> & { read: z.ZodType<number | null> },
): RecordField<number | null, number | null, string> => ({
  initial: '',
  ...about,
  kind: 'amount',
  hold: (value) => (value === null ? '' : value.toFixed(2)),
  send: (value) => {
    const dollars = parseDollars(value);
    return dollars === undefined ? (value as unknown as number) : dollars;
  },
  tell: (value) => value,
});

/** A number, held as typed; null if empty. */
export const optionalNumber = (
  about: About<number | null, string> & { read: z.ZodType<number | null> },
): RecordField<number | null, number | null, string> => ({
  initial: '',
  ...about,
  kind: 'number',
  hold: (value) => (value === null ? '' : String(value)),
  send: (value) => (value.trim() === '' ? null : Number(value)),
  tell: (value) => value,
});

/** One of several codes. */
export const choice = <Code extends string, Read extends string = Code>(
  about: About<Code, Code> & Coded<Code> & { initial: Code; read?: z.ZodType<Read> },
): RecordField<Code, Read, Code> => ({
  ...about,
  read: about.read ?? (about.sent as z.ZodType<string> as z.ZodType<Read>),
  kind: 'choice',
  // A stored code that no longer exists is refused when sent.
  hold: (value) => value as string as Code,
  send: (value) => value,
  tell: (value) => about.words[value],
});

/** Any of several codes, sent in declaration order. Stored codes that no longer exist are left out. */
export const choices = <Code extends string, Read extends string>(
  about: About<Code[], Code[]> & Coded<Code> & { read: z.ZodType<Read[]> },
): RecordField<Code[], Read[], Code[]> => {
  const codes = Object.keys(about.words) as Code[];
  return {
    initial: [],
    ...about,
    kind: 'choices',
    hold: (value) => codes.filter((code) => (value as string[]).includes(code)),
    send: (value) => codes.filter((code) => value.includes(code)),
    tell: (value) => value.map((code) => about.words[code]).join(', '),
  };
};

/** Several items of one kind, unordered; the page renders them. */
export const items = <Item>(
  about: About<Item[], Item[]> & { read: z.ZodType<Item[]>; tellOne: (item: Item) => string },
): RecordField<Item[], Item[], Item[]> => ({
  initial: [],
  ...about,
  kind: 'items',
  hold: (value) => value,
  send: (value) => value,
  tell: (value) => value.map(about.tellOne).join(', '),
});

/** Other records by their keys. The page supplies their names. */
export const keys = (
  about: About<number[], number[]> & { read: z.ZodType<number[]> },
): RecordField<number[], number[], number[]> => ({
  ...items({ ...about, tellOne: String }),
  send: (value) => value.toSorted((a, b) => a - b),
});

export const flag = (about: About<boolean, boolean>): RecordField<boolean, boolean, boolean> => ({
  initial: true,
  ...about,
  read: about.sent,
  kind: 'flag',
  hold: (value) => value,
  send: (value) => value,
  tell: (value) => (value ? 'Yes' : 'No'),
});
