import {
  type CallBody,
  type CallResponse,
  type publisherSourcesStatus,
  type SetSourceStatus,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { auditMany } from '../../../shared/audit.ts';
import { tellPartnerOfBlocks } from '../../../shared/sources/tell-of-blocks.ts';
import { assertMay, type PublisherCaller, type PublisherDeps, refuseField } from '../caller.ts';
import { listSourcesByKey, type SourceRow, updateSourceStatus } from './sources.queries.ts';
import { loggedSource } from './sources.rules.ts';

/** Newly blocked sources, by the partner to be notified. */
export const tellOfNewBlocks = async (
  tx: Tx,
  before: readonly SourceRow[],
  reasonOf: (source: SourceRow) => string,
): Promise<void> => {
  const open = before.filter(({ ownStatus }) => ownStatus !== 'BLOCKED');
  for (const [partnerKey, sources] of Map.groupBy(open, ({ aggregatorKey }) => aggregatorKey))
    await tellPartnerOfBlocks(tx, partnerKey, {
      campaign: null,
      sources: sources.map((source) => ({ sourceTag: source.sourceTag, note: reasonOf(source) })),
    });
};

const assertRights = (caller: PublisherCaller, status: SetSourceStatus, stored: readonly SourceRow[]): void => {
  const isBlock = status === 'BLOCKED' || stored.some(({ ownStatus }) => ownStatus === 'BLOCKED');
  assertMay(caller, isBlock ? 'publishers:Block' : 'publishers:Update');
};

/** All of them, or none; those with the status already stay as they are. */
export const saveStatus = (
  { db, clock }: PublisherDeps,
  caller: PublisherCaller,
  { sources, status, reason }: CallBody<typeof publisherSourcesStatus>,
): Promise<CallResponse<typeof publisherSourcesStatus>> => {
  const { scope, origin } = caller;
  if (status === 'BLOCKED' && reason === '') refuseField('reason', 'required', 'Give a reason: the partner is told.');
  const versions = new Map(sources.map(({ publisherSourceKey, rowVersion }) => [publisherSourceKey, rowVersion]));
  return db.withScope(scope, async (tx) => {
    const stored = await listSourcesByKey(tx, [...versions.keys()], { lock: true });
    if (stored.length !== versions.size) throw new AppError('NOT_FOUND');
    assertRights(caller, status, stored);
    const stale = stored.filter(
      ({ publisherSourceKey, rowVersion }) => versions.get(publisherSourceKey) !== rowVersion,
    );
    if (stale.length > 0)
      throw new AppError('STALE_ROW', {
        errors: stale.map(({ sourceTag, publisherSourceKey }) => ({
          field: String(publisherSourceKey),
          code: 'conflict',
          message: `Somebody else has saved the source ${sourceTag}.`,
        })),
      });
    const changed = stored.filter(({ ownStatus }) => ownStatus !== status);
    const keys = changed.map(({ publisherSourceKey }) => publisherSourceKey);
    const isBlock = status === 'BLOCKED';
    await updateSourceStatus(tx, keys, status, isBlock ? reason : null);
    if (isBlock) await tellOfNewBlocks(tx, changed, () => reason);
    const after = new Map(
      (await listSourcesByKey(tx, keys, { lock: false })).map((one) => [one.publisherSourceKey, one]),
    );
    await auditMany(
      tx,
      scope,
      origin,
      clock.now(),
      changed.map((source) => ({
        action: isBlock ? 'blockPublisherSource' : 'changePublisherSource.status',
        entity: 'publisher_source',
        entityKey: source.publisherSourceKey,
        ...loggedSource(source, after.get(source.publisherSourceKey)!)!,
      })),
    );
    return {
      changed: changed.length,
      sources: changed.map(({ publisherSourceKey, ownStatus }) => ({
        publisherSourceKey,
        rowVersion: after.get(publisherSourceKey)!.rowVersion,
        before: ownStatus,
      })),
    };
  });
};
