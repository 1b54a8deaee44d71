import {
  type AllocationMonth,
  type CampaignRow,
  type FieldError,
  type Proposal,
  type ProposalSettings,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx, type WorkOptions } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { NO_MATURE_PARTS } from '../../../metrics/maturity/mature-cost.rules.ts';
import { matureRates } from '../../../metrics/maturity/mature-rate.rules.ts';
import { loadOwnerDay, loadPeriod } from '../../../metrics/periods/period-facts.ts';
import { loadMature } from '../../../metrics/periods/window-facts.ts';
import { streamOwner } from '../summary/summary.service.ts';
import { measureShares } from './model/delivery-curve.rules.ts';
import { solveGroups } from './model/solve-groups.ts';
import { candidatesOf, type OwnerMonth, tooTight, wrongSettings } from './candidates.rules.ts';
import { cannotKeep, groupsOf } from './groups.rules.ts';
import { listDelivered } from './proposal.queries.ts';
import { toProposal } from './proposal-answer.rules.ts';

interface ProposalQuestion {
  scope: Scope;
  ownerKey: number;
  month: AllocationMonth;
}

const refuseIfAny = (errors: FieldError[]): void => {
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
};

/** All data for a proposal, read in one transaction. */
const loadMonth = async (tx: Tx, { scope, ownerKey, month }: ProposalQuestion, now: Date): Promise<OwnerMonth> => {
  const at = await loadOwnerDay(tx, ownerKey, now);
  const running = at.today.toPlainYearMonth();
  const shown = month === 'next' ? running.add({ months: 1 }) : running;
  const place = { ownerKey, now, group: 'ag', at } as const;
  const current = await loadPeriod(tx, { ...place, month: running });
  const ahead = month === 'next' ? await loadPeriod(tx, { ...place, month: shown }) : current;
  const rows: CampaignRow[] = [];
  const question = { scope, group: 'ag', key: 'all', ownerKey, month } as const;
  for await (const row of streamOwner(tx, ownerKey, question, now)) rows.push(row);
  const mature = await loadMature(tx, { ...place, by: 'campaign' });
  const delivered = await listDelivered(tx, ownerKey, running.toPlainDate({ day: 1 }).toString());
  return {
    month,
    monthStart: shown.toPlainDate({ day: 1 }).toString(),
    rows,
    current: new Map(current.campaigns.map((campaign) => [campaign.campaignKey, campaign])),
    budgets: new Map(ahead.goals.map(({ goalKey, parts }) => [goalKey, parts.budget])),
    delivered,
    measured: measureShares(delivered.values()),
    rates: matureRates(
      rows
        .filter(({ basis }) => basis.isPpl)
        .map(({ campaignKey, goalKey, vendorKey }) => ({
          campaignKey,
          goalKey,
          partnerKey: vendorKey,
          parts: mature.get(campaignKey)?.sums.matureCpe ?? NO_MATURE_PARTS,
        })),
    ),
  };
};

/**
 * Which units to move, for an owner's month. A limit that cannot be kept is refused by name. A proposal changes nothing: accepted moves are
 * saved like any other allocation.
 */
export const proposeMoves = async (
  { db, clock }: { db: Database; clock: Clock },
  question: ProposalQuestion,
  settings: ProposalSettings,
  options: WorkOptions,
): Promise<Proposal> => {
  const now = clock.now();
  const ownerMonth = await db.readScope(question.scope, (tx) => loadMonth(tx, question, now), options);
  refuseIfAny(wrongSettings(ownerMonth, settings));
  const candidates = candidatesOf(ownerMonth, settings);
  refuseIfAny(tooTight(settings, candidates.movable));
  const groups = groupsOf(ownerMonth, settings, candidates.movable);
  // Solved outside the transaction, so that no connection is held meanwhile.
  const answers = await solveGroups(groups, settings.objective);
  refuseIfAny(
    answers.flatMap((answer, index) => {
      const group = groups[index];
      return answer.cannotKeep === null || !group ? [] : [cannotKeep(answer.cannotKeep, group)];
    }),
  );
  return toProposal({ ownerMonth, settings, candidates, groups, answers });
};
