import { mayReportMilestones } from '@paceline/contract';
import { AppError } from '../../lib/app-error.ts';
import { audit } from '../../shared/audit.ts';
import { type BulkCaller, type BulkDeps } from '../../shared/bulk/bulk-caller.ts';

/** The calls accept the rights of both groups: the one that the caller needs is checked here, and a refusal is recorded. */
export const assertMayReport = async (
  { db, clock }: BulkDeps,
  { session, scope, origin }: BulkCaller,
  ownerKey: number,
): Promise<void> => {
  if (mayReportMilestones(session.group, session.permissions)) return;
  await db.withScope(scope, (tx) =>
    audit(tx, scope, origin, clock.now(), { action: 'FORBIDDEN', outcome: 'denied', ownerKey, entity: 'milestones' }),
  );
  throw new AppError('FORBIDDEN');
};
