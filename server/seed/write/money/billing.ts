import { sql } from 'kysely';
import { type Tx } from '../../../src/db/scope/tx.ts';
import { closeMonth } from '../../../src/shared/billing/close-month.ts';
import { type Builder } from '../../build/organisation.ts';
import { isoOf, midnightOf } from '../../calendar.ts';
import { type Owner } from '../../build/model.ts';
import { closesAt } from '../leads/returns.ts';

const REVIEW = 5 * 60_000;

/** Months are open until they end, in review until the fifth, and then closed: domain handbook, 2.21. */
export const writeBillingMonths = ({ sheets, now }: Builder, owners: readonly Owner[]): void => {
  for (const owner of owners) {
    for (const { first, days } of owner.months.slice(0, -1)) {
      const over = midnightOf(owner.zone, first + days) + REVIEW;
      const closed = closesAt(owner, first);
      const [status, since] =
        closed <= now.getTime()
          ? (['CLOSED', closed] as const)
          : over <= now.getTime()
            ? (['IN_REVIEW', over] as const)
            : (['OPEN', Math.min(midnightOf(owner.zone, first) + REVIEW, now.getTime())] as const);
      sheets.put('billing_month', {
        owner_key: owner.key,
        month: isoOf(first),
        status,
        // Changed by the clock, not by a user.
        changed_by: null,
        changed_at: new Date(since),
      });
    }
  }
};

/** Closes the months that are due, with the product's own code. */
export const closeBillingMonths = async (tx: Tx, owners: readonly Owner[], now: Date): Promise<void> => {
  for (const owner of owners)
    for (const { first } of owner.months) {
      const at = new Date(closesAt(owner, first));
      if (at <= now) await closeMonth(tx, owner.key, isoOf(first), { userKey: null, at, reason: '' });
    }
};

/**
 * Writes media partners' responses to their lines of the last closed month: most agree, and each owner has one disputed line waiting for an
 * answer. Only partners with users respond.
 */
export const writeBillingRemarks = (tx: Tx): Promise<unknown> =>
  sql`
    insert into billing_remark (owner_key, month, campaign_key, partner_key, side, kind, comment, is_agency, written_by, at)
    select l.owner_key, l.month, l.campaign_key, l.partner_key, 'media', case when l.place = 3 then 'DISPUTED' else 'AGREED' end,
           case when l.place = 3 then 'We count two leads more than you do. Please check those of the last day.' else '' end,
           false, l.user_key, l.changed_at + make_interval(mins => (10 + l.place)::int)
    from (
      select b.owner_key, b.month, b.changed_at, n.campaign_key, n.partner_key, u.user_key,
             row_number() over (partition by b.owner_key order by n.campaign_key) as place
      from (select distinct on (owner_key) * from billing_month where closing > 0 order by owner_key, month desc) b
      join (select distinct owner_key, month, campaign_key, partner_key from billing_line) n using (owner_key, month)
      join lateral (
        select min(a.user_key) as user_key from user_account a where a.partner_key = n.partner_key and a.permissions @> array['reports:Billable']
      ) u on u.user_key is not null
    ) l
    where l.place <= 12
    order by l.owner_key, l.place
  `.execute(tx);
