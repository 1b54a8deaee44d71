import { type Milestone, unmatchedSearch, type UnmatchedRow } from '@paceline/contract';
import { sql } from 'kysely';
import { maskPerson } from '../../../shared/delivery/mask-person.ts';
import { is, isIn } from '../../../shared/lists/conditions.ts';
import { listOf } from '../../../shared/lists/list-of.ts';
import { readContact } from '../match/prepare-rows.ts';

type StoredRow = Omit<UnmatchedRow, 'receivedAt' | 'closedAt' | 'email' | 'phone' | 'milestone'> & {
  ownerKey: number;
  milestone: Milestone;
  received: Date;
  closed: Date | null;
  digest: Buffer;
  sealed: Buffer | null;
};

export const unmatchedRows = (secret: Buffer) =>
  listOf<typeof unmatchedSearch, undefined, StoredRow>(unmatchedSearch, {
    from: sql`milestone_unmatched u`,
    owner: 'u.owner_key',
    // Open rows, unless the closed ones are requested.
    where: ({ filters }) => (filters.state == null ? sql`u.state = 'OPEN'` : sql`true`),
    key: 'u.unmatched_key',
    small: 'What no lead was found for in a year, and nobody has closed: some thousands at most.',
    columns: { receivedAt: 'u.received_at' },
    filters: { state: is('u.state'), why: isIn('u.why'), milestone: isIn('u.code') },
    select: {
      ownerKey: 'u.owner_key',
      unmatchedKey: 'u.unmatched_key',
      version: 'u.row_version',
      state: 'u.state',
      received: 'u.received_at',
      milestone: 'u.code',
      happenedOn: sql`u.happened_on::text`,
      why: 'u.why',
      leadId: sql`coalesce(u.named_id, u.named_key::text)`,
      clientReference: 'u.crm_reference',
      transactionId: 'u.transaction_id',
      programCode: 'u.program_code',
      term: 'u.term',
      closed: 'u.closed_at',
      closeReason: 'u.close_reason',
      leadCaptureKey: sql`u.lead_key::int`,
      receivedByKey: 'u.received_by',
      closedByKey: 'u.closed_by',
      digest: 'u.digest',
      sealed: 'u.sealed',
    },
    join: {
      tables: sql`
        left join user_account r on r.user_key = ${sql.ref('page.receivedByKey')}
        left join user_account c on c.user_key = ${sql.ref('page.closedByKey')}`,
      select: {
        receivedBy: sql`r.first_name || ' ' || r.last_name`,
        closedBy: sql`c.first_name || ' ' || c.last_name`,
      },
    },
    isExact: () => true,
    complete: (_tx, rows) =>
      Promise.resolve(
        rows.map(({ received, closed, digest, sealed, ownerKey, ...row }) => {
          const contact = sealed === null ? null : readContact(secret, ownerKey, digest, sealed);
          const masked = contact && maskPerson({ firstName: '', lastName: '', ...contact });
          return {
            ...row,
            receivedAt: received.toISOString(),
            closedAt: closed?.toISOString() ?? null,
            email: masked?.email ?? null,
            phone: masked?.phone ?? null,
          };
        }),
      ),
  });
