import { loggedValues, type Publisher, publisherRecord } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type Origin } from '../../lib/origin.ts';
import { audit } from '../../shared/audit.ts';
import { type PublisherValues } from './publishers.queries.ts';

export const storedValues = ({ statusReason, ...publisher }: Publisher): PublisherValues => ({
  ...publisher,
  reason: statusReason,
});

/** Audit entry for a created or changed publisher, by form or by file: it appears in the history of its sources too. */
export const auditPublisher = (
  tx: Tx,
  { scope, origin, now, partnerKey }: { scope: Scope; origin: Origin; now: Date; partnerKey: number },
  publisherKey: number,
  before: PublisherValues | null,
  after: PublisherValues,
): Promise<void> =>
  audit(tx, scope, origin, now, {
    action: before === null ? 'makePublisher' : 'changePublisher',
    entity: publisherRecord.entity,
    entityKey: publisherKey,
    ...(before !== null && { before: loggedValues(publisherRecord, before) }),
    after: { aggregatorKey: partnerKey, ...loggedValues(publisherRecord, after) },
  });
