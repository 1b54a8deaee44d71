import {
  BLOCKED_TRAFFIC,
  BLOCKED_TRAFFIC_REASON,
  type PublisherSource,
  type PublisherSourceRecord,
  type sourceFormSchema,
  type sourcesFormSchema,
} from '@paceline/contract';
import { type z } from 'zod';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { auditMany } from '../../../shared/audit.ts';
import { assertMay, assertPartner, type PublisherCaller, type PublisherDeps, refuseField } from '../caller.ts';
import { holdRegister, listDisclosures, listPublishers } from '../publishers.queries.ts';
import {
  insertSource,
  listPartnerSources,
  listSourceChanges,
  listSourcesByKey,
  listSourcesByTag,
  type SourceRow,
  updateSource,
} from './sources.queries.ts';
import { changedFields, loggedSource } from './sources.rules.ts';

export const readSources = ({ db }: PublisherDeps, scope: Scope, partnerKey: number): Promise<PublisherSource[]> =>
  db.readScope(scope, async (tx) => {
    await assertPartner(tx, scope, partnerKey);
    return listPartnerSources(tx, partnerKey);
  });

export const readSource = ({ db }: PublisherDeps, scope: Scope, sourceKey: number): Promise<PublisherSourceRecord> =>
  db.readScope(scope, async (tx) => {
    const [source] = await listSourcesByKey(tx, [sourceKey], { lock: false });
    if (source === undefined) throw new AppError('NOT_FOUND');
    const history = (await listSourceChanges(tx, source))
      .map(({ at, by, ...change }) => ({ at: at.toISOString(), by, fields: changedFields(change) }))
      .filter(({ fields }) => fields.length > 0);
    return { ...source, history };
  });

type Form = z.output<typeof sourceFormSchema>;
type Forms = z.output<typeof sourcesFormSchema>;

/** The path of an error in the request. */
const at = (index: number, field: string): string => `sources.${index}.${field}`;

const assertFresh = (forms: readonly Form[], stored: ReadonlyMap<number, SourceRow>): void => {
  const stale = forms.flatMap(({ publisherSourceKey, rowVersion }, index) => {
    if (publisherSourceKey === null) return [];
    const source = stored.get(publisherSourceKey);
    if (source === undefined) throw new AppError('NOT_FOUND');
    if (source.rowVersion === rowVersion) return [];
    const message = `Somebody else has saved the source ${source.sourceTag}.`;
    return [{ field: at(index, 'rowVersion'), code: 'conflict', message }];
  });
  if (stale.length > 0) throw new AppError('STALE_ROW', { errors: stale });
};

/** Tags must differ without regard to case, within the request and in the register. */
const assertOwnTags = async (tx: Tx, partnerKey: number, forms: readonly Form[]): Promise<void> => {
  const tags = forms.map(({ sourceTag }) => sourceTag.toLowerCase());
  const twice = tags.findIndex((tag, index) => tags.indexOf(tag) !== index);
  if (twice !== -1) refuseField(at(twice, 'sourceTag'), 'twice', 'This tag is given twice.');
  const named = new Map(
    (await listSourcesByTag(tx, partnerKey, tags, { lock: false })).map((source) => [
      source.sourceTag.toLowerCase(),
      source.publisherSourceKey,
    ]),
  );
  const duplicate = forms.findIndex(({ publisherSourceKey }, index) => {
    const key = named.get(tags[index]!);
    return key !== undefined && key !== publisherSourceKey;
  });
  if (duplicate !== -1)
    refuseField(at(duplicate, 'sourceTag'), 'taken', 'This media partner has a source with this tag.');
};

/** All of them, or none. A new one is open, unless its kind of traffic needs approval. */
export const saveSources = (
  { db, clock }: PublisherDeps,
  caller: PublisherCaller,
  { aggregatorKey, publisherKey, sources }: Forms,
): Promise<PublisherSource[]> => {
  const { scope, origin } = caller;
  if (sources.some((form) => form.publisherSourceKey === null)) assertMay(caller, 'publishers:Create');
  if (sources.some((form) => form.publisherSourceKey !== null)) assertMay(caller, 'publishers:Update');
  return db.withScope(scope, async (tx) => {
    const now = clock.now();
    await assertPartner(tx, scope, aggregatorKey);
    await holdRegister(tx, aggregatorKey);
    const [publisher] = await listPublishers(tx, aggregatorKey, publisherKey);
    // Another partner's is reported like one that does not exist.
    if (publisher === undefined) throw new AppError('NOT_FOUND');
    const keys = sources.flatMap((form) => form.publisherSourceKey ?? []);
    if (new Set(keys).size !== keys.length) refuseField('sources', 'twice', 'A source is given twice.');
    const storedSources = await listSourcesByKey(tx, keys, { lock: true });
    const stored = new Map(
      storedSources
        .filter((source) => source.aggregatorKey === aggregatorKey)
        .map((one) => [one.publisherSourceKey, one]),
    );
    assertFresh(sources, stored);
    await assertOwnTags(tx, aggregatorKey, sources);
    const texts = new Set((await listDisclosures(tx, aggregatorKey)).map(({ disclosureTextKey }) => disclosureTextKey));
    const unknown = sources.findIndex(({ disclosureTextKey: text }) => text !== null && !texts.has(text));
    if (unknown !== -1) refuseField(at(unknown, 'disclosureTextKey'), 'unknown', 'This text is not the partner’s.');

    const isBlocked = publisher.trafficTypes.includes(BLOCKED_TRAFFIC);
    const start = isBlocked
      ? { status: 'BLOCKED' as const, statusReason: BLOCKED_TRAFFIC_REASON }
      : { status: 'APPROVED' as const, statusReason: null };
    const saved: number[] = [];
    for (const { publisherSourceKey, rowVersion: _, ...form } of sources) {
      const values = { ...form, publisherKey };
      if (publisherSourceKey !== null) await updateSource(tx, publisherSourceKey, values);
      saved.push(publisherSourceKey ?? (await insertSource(tx, aggregatorKey, { ...values, ...start, at: now })));
    }
    const after = new Map(
      (await listSourcesByKey(tx, saved, { lock: false })).map((source) => [source.publisherSourceKey, source]),
    );
    const answer = saved.map((key) => after.get(key)!);
    await auditMany(
      tx,
      scope,
      origin,
      now,
      answer.map((source) => {
        const before = stored.get(source.publisherSourceKey) ?? null;
        return {
          action: before === null ? 'makePublisherSource' : 'changePublisherSource',
          entity: 'publisher_source',
          entityKey: source.publisherSourceKey,
          ...(loggedSource(before, source) ?? { after: {} }),
        };
      }),
    );
    return answer;
  });
};
