import { type Scope } from '../../db/scope.ts';
import { type Tx } from '../../db/tx.ts';
import { type Origin } from '../../lib/origin.ts';
import { audit } from '../../shared/audit.ts';
import { type PublisherValues } from './publishers.queries.ts';

const valuesOf = ({ publisherName, domain, trafficTypes, status, statusReason }: PublisherValues) => ({
  publisherName,
  domain,
  trafficTypes,
  status,
  statusReason,
});

/** Who made or changed a publisher, by a form or by a file: the histories of its sources tell it too. */
export const auditPublisher = (
  tx: Tx,
  { scope, origin, now, partnerKey }: { scope: Scope; origin: Origin; now: Date; partnerKey: number },
  publisherKey: number,
  before: PublisherValues | null,
  after: PublisherValues,
): Promise<void> =>
  audit(tx, scope, origin, now, {
    action: before === null ? 'makePublisher' : 'changePublisher',
    entity: 'publisher',
    entityKey: publisherKey,
    ...(before !== null && { before: valuesOf(before) }),
    after: { aggregatorKey: partnerKey, ...valuesOf(after) },
  });
