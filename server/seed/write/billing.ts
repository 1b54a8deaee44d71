import { type Builder } from '../build/organisation.ts';
import { isoOf, midnightOf } from '../calendar.ts';
import { type Owner } from '../build/model.ts';
import { closesAt } from './returns.ts';

const REVIEW = 5 * 60_000;

/** Months are open until they are over, looked over until the fifth, and closed then: domain handbook, 2.21. */
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
        // The clock's doing, not somebody's.
        changed_by: null,
        changed_at: new Date(since),
      });
    }
  }
};
