import { type CallResponse, type leadRefusals, REFUSAL_DAYS } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type WorkOptions } from '../../../db/scope/tx.ts';
import { type Clock } from '../../../lib/clock.ts';
import { findEarliestDay } from '../../../metrics/periods/period.queries.ts';
import { dataThrough, lastDays } from '../../../metrics/periods/periods.ts';
import { countPosted, listRefusals } from './refusals.queries.ts';

type Answer = CallResponse<typeof leadRefusals>;

/** Refused leads of the last complete days by reason, beside as many days before, over all owners of a media partner. */
export const getRefusals = (
  { db, clock }: { db: Database; clock: Clock },
  scope: Scope,
  options: WorkOptions,
): Promise<Answer> =>
  db.readScope(
    scope,
    async (tx) => {
      const { ownerKeys, partnerKey } = scope;
      const today = await findEarliestDay(tx, ownerKeys, clock.now());
      const none = { leads: 0, before: 0 };
      if (today === null) return { days: null, posted: none, refused: none, refusals: [] };
      const { current, previous } = lastDays(dataThrough(today), REFUSAL_DAYS);
      const days = { from: current.from.toString(), to: current.to.toString() };
      const question = { ownerKeys, partnerKey, before: previous.from.toString(), ...days };
      const counts = await countPosted(tx, question);
      return {
        days,
        posted: { leads: counts.posted, before: counts.postedBefore },
        refused: { leads: counts.refused, before: counts.refusedBefore },
        refusals: await listRefusals(tx, question),
      };
    },
    options,
  );
