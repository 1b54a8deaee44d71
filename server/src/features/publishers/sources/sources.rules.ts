import { SOURCE_STATUSES, type SourceStatus } from '@paceline/contract';

/** What the log keeps of a source, in the words of whoever reads its history. */
const LABELS = {
  publisherName: 'Publisher',
  sourceTag: 'Source tag',
  displayName: 'Name',
  landingUrls: 'Landing pages',
  disclosureName: 'Disclosure text',
  notes: 'Notes',
  status: 'Status',
  statusReason: 'Reason',
} as const;
type Logged = keyof typeof LABELS;

interface Loggable {
  publisherName: string;
  sourceTag: string;
  displayName: string;
  landingUrls: readonly string[];
  disclosureName: string | null;
  notes: string;
  ownStatus: SourceStatus;
  ownReason: string | null;
}

const loggedOf = (source: Loggable): Record<Logged, unknown> => ({
  publisherName: source.publisherName,
  sourceTag: source.sourceTag,
  displayName: source.displayName,
  landingUrls: source.landingUrls,
  disclosureName: source.disclosureName,
  notes: source.notes,
  status: source.ownStatus,
  statusReason: source.ownReason,
});

const NAMES = Object.keys(LABELS) as Logged[];
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Of a change, what stood there and what stands there since; of a new source, all of it. */
export const loggedChange = (
  before: Loggable | null,
  after: Loggable,
): { before?: Record<string, unknown>; after: Record<string, unknown> } | null => {
  const now = loggedOf(after);
  if (before === null) return { after: now };
  const was = loggedOf(before);
  const changed = NAMES.filter((name) => !isSame(was[name], now[name]));
  if (changed.length === 0) return null;
  const only = (values: Record<Logged, unknown>) => Object.fromEntries(changed.map((name) => [name, values[name]]));
  return { before: only(was), after: only(now) };
};

/** What the log keeps of a publisher. */
const PUBLISHER_LABELS = {
  publisherName: 'Publisher’s name',
  domain: 'Publisher’s domain',
  trafficTypes: 'Publisher’s traffic',
  status: 'Publisher’s status',
  statusReason: 'Publisher’s reason',
} as const;

const textOf = (name: string, value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  if (name === 'status') return SOURCE_STATUSES[value as SourceStatus];
  if (Array.isArray(value)) return value.join(', ') || null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

interface LoggedChange {
  entity: 'publisher' | 'publisher_source';
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
}

/** A change as people read it: what differs, each with its words. */
export const changedFields = ({ entity, before, after }: LoggedChange) =>
  Object.entries(entity === 'publisher' ? PUBLISHER_LABELS : LABELS)
    .filter(([name]) => name in after)
    .map(([name, label]) => ({ label, before: textOf(name, before?.[name]), after: textOf(name, after[name]) }))
    .filter((field) => field.before !== field.after);
