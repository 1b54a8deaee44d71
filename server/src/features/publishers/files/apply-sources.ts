import { BLOCKED_TRAFFIC, BLOCKED_TRAFFIC_REASON, type SourceStatus } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { auditMany } from '../../../shared/audit.ts';
import { type BulkContext, type BulkRow } from '../../../shared/bulk/define-bulk.ts';
import { auditPublisher, storedValues } from '../audit-publisher.ts';
import {
  findPublisherNamed,
  insertPublisher,
  listPublishers,
  type PublisherValues,
  updatePublisher,
} from '../publishers.queries.ts';
import {
  insertSource,
  listSourcesByTag,
  type SourceRow,
  updateSource,
  updateSourceStatus,
} from '../sources/sources.queries.ts';
import { loggedSource } from '../sources/sources.rules.ts';
import { tellOfNewBlocks } from '../sources/status.service.ts';
import { fromList } from './file-rows.rules.ts';

type Context = BulkContext<{ aggregatorKey: number }>;

const UNDONE_REASON = 'The file that approved it was undone.';

export const sourceOf = ({ current }: BulkRow): SourceRow | null =>
  (current?.values['source'] as SourceRow | undefined) ?? null;

/** The value of a cell, or the present one where the row leaves it out. */
const textIn = ({ after, current }: BulkRow, column: string): string | null => {
  const value = column in after ? after[column] : current?.values[column];
  return typeof value === 'string' ? value : null;
};

const publisherNameOf = (row: BulkRow): string => textIn(row, 'publisherName') ?? '';

/** The publisher of a row: inserted where the name is new, updated where its rows differ. */
const putPublisher = async (tx: Tx, context: Context, rows: readonly BulkRow[]): Promise<number> => {
  const partnerKey = context.params.aggregatorKey;
  const [first] = rows as [BulkRow, ...BulkRow[]];
  const name = publisherNameOf(first);
  const key = await findPublisherNamed(tx, partnerKey, name);
  if (key === null) {
    const says = (column: string): string | null =>
      rows.map((row) => row.cells[column] ?? textIn(row, column)).find((value) => value != null) as string | null;
    const values: PublisherValues = {
      publisherName: name,
      domain: says('domain') ?? null,
      trafficTypes: fromList(says('trafficTypes') ?? ''),
      status: 'APPROVED',
      reason: null,
    };
    const newKey = await insertPublisher(tx, partnerKey, values);
    await auditPublisher(tx, { ...context, partnerKey }, newKey, null, values);
    return newKey;
  }
  const [stored] = await listPublishers(tx, partnerKey, key);
  const changed = (column: string) => rows.find(({ after }) => column in after);
  const [domain, traffic] = [changed('domain'), changed('trafficTypes')];
  const before = storedValues(stored!);
  const next: PublisherValues = {
    ...before,
    ...(domain && { domain: textIn(domain, 'domain') }),
    ...(traffic && { trafficTypes: fromList(textIn(traffic, 'trafficTypes') ?? '') }),
  };
  if (domain === undefined && traffic === undefined) return key;
  await updatePublisher(tx, key, next);
  await auditPublisher(tx, { ...context, partnerKey }, key, before, next);
  return key;
};

const statusOf = (row: BulkRow, { undoing }: Context): { status: SourceStatus; statusReason: string | null } => {
  const isText = fromList(textIn(row, 'trafficTypes') ?? '').includes(BLOCKED_TRAFFIC);
  const said = textIn(row, 'status') as SourceStatus | null;
  const status = said ?? (isText ? 'BLOCKED' : 'APPROVED');
  if (status !== 'BLOCKED') return { status, statusReason: null };
  const reason = textIn(row, 'statusReason');
  return { status, statusReason: reason ?? (undoing ? UNDONE_REASON : BLOCKED_TRAFFIC_REASON) };
};

const putSource = async (tx: Tx, context: Context, row: BulkRow, publisherKey: number): Promise<void> => {
  const source = sourceOf(row);
  const tag = source?.sourceTag ?? String(row.cells['sourceTag']);
  const values = {
    publisherKey,
    sourceTag: tag,
    displayName: textIn(row, 'displayName') ?? tag,
    landingUrls: fromList(textIn(row, 'landingUrls') ?? ''),
    disclosureTextKey: source?.disclosureTextKey ?? null,
    notes: source?.notes ?? '',
  };
  const { status, statusReason } = statusOf(row, context);
  if (source === null) {
    await insertSource(tx, context.params.aggregatorKey, { ...values, status, statusReason, at: context.now });
    return;
  }
  await updateSource(tx, source.publisherSourceKey, values);
  if ('status' in row.after || 'statusReason' in row.after)
    await updateSourceStatus(tx, [source.publisherSourceKey], status, statusReason);
};

const tagOf = ({ id }: BulkRow): string => id ?? '';

/** Audit entries and notices to the partner, from the rows before and after. */
const tellOfChanges = async (tx: Tx, context: Context, rows: readonly BulkRow[]): Promise<void> => {
  const { aggregatorKey } = context.params;
  const sources = await listSourcesByTag(tx, aggregatorKey, rows.map(tagOf), { lock: false });
  const after = new Map(sources.map((source) => [source.sourceTag.toLowerCase(), source]));
  const blocked = rows.flatMap((row) => {
    const before = sourceOf(row);
    return before !== null && after.get(tagOf(row))?.ownStatus === 'BLOCKED' ? [before] : [];
  });
  await tellOfNewBlocks(tx, blocked, ({ sourceTag }) => after.get(sourceTag.toLowerCase())?.ownReason ?? '');
  await auditMany(
    tx,
    context.scope,
    context.origin,
    context.now,
    rows.flatMap((row) => {
      const [before, now] = [sourceOf(row), after.get(tagOf(row))];
      const change = now === undefined ? null : loggedSource(before, now);
      if (now === undefined || change === null) return [];
      const action = before === null ? 'makePublisherSource' : 'changePublisherSource';
      return [{ action, entity: 'publisher_source', entityKey: now.publisherSourceKey, ...change }];
    }),
  );
};

export const applySources = async (tx: Tx, context: Context, changes: readonly BulkRow[]): Promise<void> => {
  const byPublisher = Map.groupBy(changes, (row) => publisherNameOf(row).toLowerCase());
  for (const rows of byPublisher.values()) {
    const publisherKey = await putPublisher(tx, context, rows);
    for (const row of rows) await putSource(tx, context, row, publisherKey);
  }
  await tellOfChanges(tx, context, changes);
};

export const withdrawSources = async (tx: Tx, context: Context, changes: readonly BulkRow[]): Promise<void> => {
  const newSources = changes.flatMap((row) => sourceOf(row)?.publisherSourceKey ?? []);
  await updateSourceStatus(tx, newSources, 'PENDING', null);
  await tellOfChanges(tx, context, changes);
};
