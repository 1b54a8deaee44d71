import {
  type CallResponse,
  type DisclosureText,
  type disclosureFormSchema,
  type Publisher,
  type publisherChoices,
  type publisherFormSchema,
} from '@paceline/contract';
import { type z } from 'zod';
import { type Scope } from '../../db/scope/scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { audit } from '../../shared/audit.ts';
import { tellPartnerOfBlocks } from '../../shared/sources/tell-of-blocks.ts';
import { auditPublisher, storedValues } from './audit-publisher.ts';
import { assertMay, assertPartner, type PublisherCaller, type PublisherDeps, refuseField } from './caller.ts';
import {
  findPublisherNamed,
  holdRegister,
  insertDisclosure,
  insertPublisher,
  listDisclosures,
  listPublishers,
  type PublisherValues,
  updatePublisher,
} from './publishers.queries.ts';
import { listPartnerSources } from './sources/sources.queries.ts';

export const readChoices = (
  { db }: PublisherDeps,
  scope: Scope,
  partnerKey: number,
): Promise<CallResponse<typeof publisherChoices>> =>
  db.readScope(scope, async (tx) => {
    await assertPartner(tx, scope, partnerKey);
    return {
      publishers: await listPublishers(tx, partnerKey),
      disclosureTexts: await listDisclosures(tx, partnerKey),
    };
  });

const getPublisher = async (tx: Tx, partnerKey: number, publisherKey: number): Promise<Publisher> => {
  const [publisher] = await listPublishers(tx, partnerKey, publisherKey);
  if (publisher === undefined) throw new AppError('NOT_FOUND');
  return publisher;
};

/** Blocking a publisher blocks all its open sources. */
const tellOfBlock = async (tx: Tx, { aggregatorKey, publisherKey, publisherName }: Publisher, reason: string) => {
  const sources = (await listPartnerSources(tx, aggregatorKey, { publisherKey })).filter(
    ({ ownStatus }) => ownStatus !== 'BLOCKED',
  );
  const note = `its publisher ${publisherName} is blocked. ${reason}`;
  await tellPartnerOfBlocks(tx, aggregatorKey, {
    campaign: null,
    sources: sources.map(({ sourceTag }) => ({ sourceTag, note })),
  });
};

export const savePublisher = (
  { db, clock }: PublisherDeps,
  caller: PublisherCaller,
  form: z.output<typeof publisherFormSchema>,
): Promise<Publisher> => {
  const { scope, origin } = caller;
  const { publisherKey, aggregatorKey, publisherName, status, reason, rowVersion } = form;
  assertMay(caller, publisherKey === null ? 'publishers:Create' : 'publishers:Update');
  return db.withScope(scope, async (tx) => {
    await assertPartner(tx, scope, aggregatorKey);
    await holdRegister(tx, aggregatorKey);
    const before = publisherKey === null ? null : await getPublisher(tx, aggregatorKey, publisherKey);
    if (before !== null && before.rowVersion !== rowVersion)
      throw new AppError('STALE_ROW', {
        errors: [{ field: 'rowVersion', code: 'conflict', message: 'Somebody else has saved this publisher.' }],
      });
    const named = await findPublisherNamed(tx, aggregatorKey, publisherName);
    if (named !== null && named !== publisherKey)
      refuseField('publisherName', 'taken', 'This media partner has a publisher of this name.');
    const isBlockChanged = (status === 'BLOCKED') !== (before?.status === 'BLOCKED');
    if (isBlockChanged) assertMay(caller, 'publishers:Block');
    if (status === 'BLOCKED' && reason === '') refuseField('reason', 'required', 'Give a reason: the partner is told.');
    const values: PublisherValues = { ...form, reason: status === 'BLOCKED' ? reason : null };
    const key = publisherKey ?? (await insertPublisher(tx, aggregatorKey, values));
    if (publisherKey !== null) await updatePublisher(tx, publisherKey, values);
    const saved = await getPublisher(tx, aggregatorKey, key);
    if (isBlockChanged && status === 'BLOCKED') await tellOfBlock(tx, saved, reason);
    const about = { scope, origin, now: clock.now(), partnerKey: aggregatorKey };
    await auditPublisher(tx, about, key, before && storedValues(before), values);
    return saved;
  });
};

export const saveDisclosure = (
  { db, clock }: PublisherDeps,
  { scope, origin }: PublisherCaller,
  { aggregatorKey, name, wording }: z.output<typeof disclosureFormSchema>,
): Promise<DisclosureText> =>
  db.withScope(scope, async (tx) => {
    await assertPartner(tx, scope, aggregatorKey);
    const at = clock.now();
    const newKey = await insertDisclosure(tx, { partnerKey: aggregatorKey, name, wording, at, by: scope.userKey });
    if (newKey === null) return refuseField('name', 'taken', 'This media partner has a text of this name.');
    const after = { aggregatorKey, name, wording };
    await audit(tx, scope, origin, at, {
      action: 'makeDisclosureText',
      entity: 'disclosure_text',
      entityKey: newKey,
      after,
    });
    return (await listDisclosures(tx, aggregatorKey)).find(({ disclosureTextKey }) => disclosureTextKey === newKey)!;
  });
