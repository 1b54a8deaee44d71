import { LEAD_STATUSES } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { getStatusContext } from '../../../shared/campaign-status/status.queries.ts';
import { fullCap } from '../../../shared/intake/checks/caps.ts';
import { isVerdictOfOthers } from '../../../shared/intake/checks/verification.ts';
import { decideAgain, reopen, type Reopened } from '../../../shared/intake/decide-again.ts';
import { countCaps, intakeClock } from '../../../shared/intake/lookups.queries.ts';
import { findProgram, findSource } from '../../../shared/intake/placement.rules.ts';
import { priceAt } from '../../../shared/intake/price.rules.ts';
import { createRulesCache, type LoadedRules } from '../../../shared/intake/rules-cache.ts';
import { checksToStore, type StoredChecks } from '../../../shared/intake/stored-checks.ts';
import { type KnownNow, type RefusedLead } from './override.queries.ts';

/** How a lead is accepted: against the checks, where only caps are asked, or by all checks as they are now. */
export type Way = { recheck: true } | { recheck: false; ignoreCap: boolean };

/** Whether a lead is accepted, and how it then counts. */
type Verdict =
  | { refused: string }
  | { refused: null; unpaid: boolean; countedOn: string; checks?: StoredChecks; known?: KnownNow };

/** A lead with the rules of its campaign; null for a campaign without a media partner, which has neither caps nor posts. */
export interface JudgedLead {
  lead: RefusedLead;
  loaded: LoadedRules | null;
  /** The post, where all checks run again and it is kept. */
  reopened: Reopened | null;
}

/** Loads the rules of each campaign once. */
export const withRules = async (
  tx: Tx,
  secret: Buffer,
  leads: readonly RefusedLead[],
  now: Date,
): Promise<JudgedLead[]> => {
  const cache = createRulesCache();
  const rulesOf = new Map<number, LoadedRules | null>();
  const judged: JudgedLead[] = [];
  for (const lead of leads) {
    const { ownerKey, campaignKey } = lead;
    if (!rulesOf.has(campaignKey)) rulesOf.set(campaignKey, await cache.load(tx, ownerKey, campaignKey, now));
    const loaded = rulesOf.get(campaignKey) ?? null;
    judged.push({ lead, loaded, reopened: loaded && reopen(secret, lead, loaded, now) });
  }
  return judged;
};

/** Whether today's caps have room for the lead. */
const askCaps = async (tx: Tx, { lead, loaded }: JudgedLead, ignoreCap: boolean, now: Date): Promise<Verdict> => {
  if (loaded === null) {
    const { clock } = await getStatusContext(tx, { partnerKey: null }, lead.ownerKey, now);
    return { refused: null, unpaid: false, countedOn: clock.today };
  }
  const { rules, status } = loaded;
  const source = rules.sources.find(({ publisherSourceKey }) => publisherSourceKey === lead.sourceKey) ?? null;
  const program = rules.programs.find(({ programKey }) => programKey === lead.programKey) ?? null;
  const full = fullCap(await countCaps(tx, { rules, status, now, source, program }), rules.owner.zone);
  const isUnpaid = full !== null && !ignoreCap && rules.campaign.overDelivery === 'ACCEPT_UNPAID';
  if (full !== null && !ignoreCap && !isUnpaid) return { refused: full.message };
  return { refused: null, unpaid: isUnpaid, countedOn: intakeClock(rules, now).today };
};

/** A program or source that the rules know by now, and the price of the moment when the lead came. */
const knownNow = ({ rules, question, createdAt }: Reopened, lead: RefusedLead, flags: readonly string[]): KnownNow => {
  const program = findProgram(rules, question.lead);
  const isOther = program !== null && program.programKey !== lead.programKey;
  return {
    flags,
    sourceKey: lead.sourceKey === null ? (findSource(rules, question.lead)?.publisherSourceKey ?? null) : null,
    program: isOther ? program : null,
    price: isOther || lead.isUnpriced ? priceAt(rules, question.lead, createdAt) : null,
  };
};

const runChecks = async (tx: Tx, { lead, loaded, reopened }: JudgedLead, now: Date): Promise<Verdict> => {
  if (!lead.isDecidedByChecks) return { refused: 'No check on record refused it. Choose Valid to take it anyway.' };
  if (loaded === null || reopened === null)
    return { refused: 'Its post is no longer stored, so it cannot be checked again.' };
  const { rules } = loaded;
  if (lead.reasons.some((code) => isVerdictOfOthers(code, rules)))
    return { refused: 'A verification service refused it, and is not asked again. Choose Valid to take it anyway.' };
  const { decision, verified } = await decideAgain(tx, reopened);
  if (decision.status !== 'VAL') {
    const why = decision.reasons.map(({ message }) => message).join(' ');
    return { refused: `Still ${LEAD_STATUSES[decision.status].label.toLowerCase()}: ${why}` };
  }
  const flags = [...new Set(decision.flags.map(({ code }) => code))];
  return {
    refused: null,
    unpaid: decision.unpaid,
    countedOn: intakeClock(rules, now).today,
    checks: checksToStore(decision, verified),
    known: knownNow(reopened, lead, flags),
  };
};

/** Whether the lead would be accepted now. */
export const judge = (tx: Tx, judged: JudgedLead, way: Way, now: Date): Promise<Verdict> =>
  way.recheck ? runChecks(tx, judged, now) : askCaps(tx, judged, way.ignoreCap, now);
