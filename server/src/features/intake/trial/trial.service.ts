import { type CallBody, hasPermission, type leadTrial, type LeadTrial } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type Session } from '../../../http/guard/session.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type CampaignRules } from '../../../shared/intake/campaign-rules.ts';
import { loadCampaignRules } from '../../../shared/intake/load-rules.queries.ts';
import { lookForLead } from '../../../shared/intake/lookups.queries.ts';
import { momentOf } from '../../../shared/intake/read/moments.rules.ts';
import { readPost } from '../../../shared/intake/read-post.ts';
import { samplePost } from '../../../shared/intake/sample-post.ts';
import { describeErrors, describeTrial } from './describe-trial.ts';

interface TrialDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
}

export interface Trying {
  campaignKey: number;
  /** The product's own scope: finding duplicates needs personal data that no partner may see. */
  scope: Scope | null;
  session: Session;
  requestId: string;
}

/** A media partner tries its own campaigns, the agency those whose leads it may see. */
const rulesFor = async (tx: Tx, { campaignKey, scope, session }: Trying): Promise<CampaignRules> => {
  const [ownerKey] = scope?.ownerKeys ?? [];
  const rules = ownerKey === undefined ? null : await loadCampaignRules(tx, ownerKey, campaignKey);
  const isPartners = session.group === 'mp' && rules?.campaign.partnerKey === session.partnerKey;
  if (rules === null || (session.group === 'mp' && !isPartners)) throw new AppError('NOT_FOUND');
  return rules;
};

const withRules = <T>({ db }: TrialDeps, trying: Trying, work: (tx: Tx, rules: CampaignRules) => Promise<T>) => {
  const { session, scope } = trying;
  if (session.group === 'ag' && !hasPermission(session.permissions, 'leadanalyzer:View'))
    throw new AppError('FORBIDDEN');
  if (scope === null) throw new AppError('NOT_FOUND');
  // A read-only transaction: a trial leaves no trace, whatever the checks do.
  return db.readScope(scope, async (tx) => work(tx, await rulesFor(tx, trying)));
};

/**
 * The result a lead would have. Outside services (certificates, phones, clients' systems) are not called: a trial is free and discloses
 * nothing.
 */
export const tryLead = (
  deps: TrialDeps,
  trying: Trying,
  { post, at }: CallBody<typeof leadTrial>,
): Promise<LeadTrial> =>
  withRules(deps, trying, async (tx, rules) => {
    const now = at === null ? deps.clock.now() : momentOf(at, rules.owner.zone);
    if (now === null) throw new AppError('BAD_REQUEST');
    const shown = { rules, now, requestId: trying.requestId, forPartner: trying.session.group === 'mp' };
    const read = readPost(post, rules, now);
    if ('errors' in read) return describeErrors(read, shown);
    const lookups = await lookForLead(tx, deps.secret, rules, read.lead, now);
    if (lookups === null) throw new AppError('NOT_FOUND');
    return describeTrial({ lead: read.lead, rules, lookups, now, skips: new Set() }, read.warnings, shown);
  });

export const readSample = (deps: TrialDeps, trying: Trying): Promise<{ post: Record<string, string> }> =>
  withRules(deps, trying, (_, rules) => Promise.resolve({ post: samplePost(rules) }));
