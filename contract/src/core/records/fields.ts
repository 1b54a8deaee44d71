import type { z } from 'zod';
import type { UserGroup } from '../access/user-groups.ts';

/** How a field is drawn, and merged with what somebody else saved. */
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

/** What every field says of itself, whatever it holds. */
interface FieldWords {
  /** What it is called on screens, in questions, in the audit log and in histories. */
  label: string;
  /** What its box says below the label. */
  help?: string;
  /** Marked as one that has to be filled in. */
  required?: boolean;
  /** A code or an address rather than words: its spelling is nobody's to correct. */
  isCode?: boolean;
  /** What it means that nothing is in it, where that means something. */
  whenEmpty?: string;
  /** What is said where nothing is in it, in place of what its schema says of that. */
  missing?: string;
  /** What is said where something else is wrong with it, in place of the words of its schema. */
  wrong?: string;
  /** The most characters that its box takes. */
  max?: number;
  /** Whose it is to see, where it is not everybody's. */
  sees?: readonly UserGroup[];
  /** The heading of its column in a file that comes in and goes out, and in a list, where that is not its label. */
  file?: string;
  list?: string;
  /** In a list not shown before somebody chooses it. */
  hidden?: true;
  /** What the audit log calls it, where its lines are about a record that it is a part of. */
  logged?: { name: string; label: string };
}

/** One field of a record: what is sent of it, what is answered, and what a form holds of it meanwhile. */
export interface RecordField<Sent = unknown, Read = unknown, Held = unknown> extends FieldWords {
  kind: FieldKind;
  sent: z.ZodType<Sent, Sent>;
  read: z.ZodType<Read>;
  /** What the form of a new record begins with. */
  initial: Held;
  /** What codes are called. */
  words?: Readonly<Record<string, string>>;
  hold(value: Read): Held;
  send(value: Held): Sent;
  /** A value in the words of a question or a history. */
  tell(value: Held): string;
}

type About<Sent, Held> = FieldWords & { sent: z.ZodType<Sent, Sent>; initial?: Held };
type Coded<Code extends string> = { words: Readonly<Record<Code, string>> };

/** Typed in one line; blanks around it are not meant. */
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

/** Written over several lines. */
export const paragraph = (
  about: About<string, string> & { read: z.ZodType<string> },
): RecordField<string, string, string> => ({ ...text(about), kind: 'paragraph', send: (value) => value });

/** The same, where an empty box means that there is none. */
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

/** Addresses and the like, one a line, each once. */
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

/** Another record, chosen by its key; a form holds it as text, an empty one for none. Its name is the page's to know. */
export const recordKey = <Key extends number | null>(about: About<Key, string>): RecordField<Key, Key, string> => ({
  initial: '',
  ...about,
  read: about.sent,
  kind: 'key',
  hold: (value) => (value === null ? '' : String(value)),
  // Where one has to be chosen, the schema refuses that there is none.
  send: (value) => (value === '' ? null : Number(value)) as Key,
  tell: (value) => value,
});

/** The same, held as the key itself; null for none. */
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

/** A day. Without one `none` is sent: null takes it away, undefined says nothing of it. */
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

/** Dollars as people type them, `1,250.50` or `$1250.5`: null where nothing was typed, undefined where it is no amount. */
export const parseDollars = (typed: string): number | null | undefined => {
  const plain = typed
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '');
  if (plain === '') return null;
  return /^\d{1,12}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
};

/** Dollars, held as they are typed. What is no amount is sent as it stands, for the schema to refuse. */
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

/** A number, held as it is typed; none where the box is empty. */
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
  // A stored code that is none of them any more is refused when it is sent.
  hold: (value) => value as string as Code,
  send: (value) => value,
  tell: (value) => about.words[value],
});

/** Any of several codes, sent in the order of their declaration. A stored code that is none of them any more is left out. */
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

/** Several things of one kind, without an order of their own; what draws them is the page's. */
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

/** Other records, chosen by their keys. Their names are the page's to know. */
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
