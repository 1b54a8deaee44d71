import { type ClientCriteria, isGoodLead, type ReplayResult, type ReplaySample } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database } from '../../../db/scope/tx.ts';
import { listCurves, listOnlineModels } from '../../../metrics/curves/curves.queries.ts';
import { DEFAULT_LAG_CURVES, shareMatured } from '../../../metrics/maturity/maturity.rules.ts';
import { openPerson, type Person } from '../../../lib/secrets/seal.ts';
import { type CampaignRules } from '../../../shared/intake/campaign-rules.ts';
import { loadCampaignRules } from '../../../shared/intake/load-rules.queries.ts';
import { parameterFacts } from '../criteria/criteria-checks.ts';
import {
  countPastLeads,
  listNames,
  listRepeatedLeads,
  type PastLead,
  pastLeads,
  type PastSpan,
} from './past-leads.queries.ts';
import { replayDecisions, type Sides, type Turned } from './replay-decision.ts';
import { replayDedup } from './replay-dedup.ts';
import { needsPerson, untestable } from './replay-lead.ts';

const DAY_MS = 86_400_000;
const MAX_SAMPLES = 20;
/** Progress is reported after every so many leads. */
const STEP = 2_000;

export interface ReplayInput {
  span: PastSpan;
  before: ClientCriteria;
  after: ClientCriteria;
  ownerDedupDays: number;
  /** False to cancel. */
  onProgress: (done: number, total: number) => Promise<boolean>;
}

const nothing = () => ({ lost: { leads: 0, spend: 0, enrollments: 0 }, gained: { leads: 0, spend: 0 } });
type Tally = ReturnType<typeof nothing>;

const cents = (dollars: number): number => Math.round(dollars * 100) / 100;

const add = (tally: Tally, { to }: Turned, { clientPrice, unpaid, enrolled }: PastLead): void => {
  const { lost, gained } = tally;
  const spend = unpaid ? 0 : clientPrice;
  if (to === 'gained') {
    gained.leads += 1;
    gained.spend = cents(gained.spend + clientPrice);
    return;
  }
  lost.leads += 1;
  lost.spend = cents(lost.spend + spend);
  lost.enrollments += enrolled ? 1 : 0;
};

const tallyIn = <Key>(tallies: Map<Key, Tally>, key: Key): Tally => {
  let tally = tallies.get(key);
  if (tally === undefined) tallies.set(key, (tally = nothing()));
  return tally;
};

const turnedLeads = ({ lost, gained }: Tally): number => lost.leads + gained.leads;

const groupsOf = (tallies: ReadonlyMap<number, Tally>, names: ReadonlyMap<number, string>) =>
  [...tallies]
    .map(([key, tally]) => ({ key, name: names.get(key) ?? String(key), ...tally }))
    .toSorted((a, b) => turnedLeads(b) - turnedLeads(a) || a.name.localeCompare(b.name));

const ALWAYS_OPEN: CampaignRules['dayParting'] = { timeZone: null, outsideHours: 'REJECT', days: [] };

const OWNER_WIDE: ReadonlySet<string> = new Set(['OWNER', 'BRAND', 'PARTNER']);

/** Compares two criteria on a client's past leads, one by one in the order of arrival. Writes nothing. Null if it was cancelled. */
export const runReplay = async (
  { db, secret }: { db: Database; secret: Buffer },
  scope: Scope,
  { span, before, after, ownerDedupDays, onProgress }: ReplayInput,
): Promise<ReplayResult | null> => {
  const { ownerKey } = span;
  const dedupOf = ({ dedup }: ClientCriteria) => ({ ...dedup, days: dedup.periodInDays ?? ownerDedupDays });
  const [oldDedup, newDedup] = [dedupOf(before), dedupOf(after)];
  const opened = needsPerson(before, after);
  const lookBack = Math.max(oldDedup.days, newDedup.days) * DAY_MS;
  const { total, names, repeated, curves, online } = await db.readScope(scope, async (tx) => ({
    curves: (await listCurves(tx, [ownerKey])).get(ownerKey) ?? DEFAULT_LAG_CURVES,
    online: new Set(await listOnlineModels(tx, [ownerKey])),
    total: await countPastLeads(tx, span),
    names: await listNames(tx, span),
    repeated: await listRepeatedLeads(
      tx,
      { ...span, from: new Date(span.from.getTime() - lookBack) },
      OWNER_WIDE.has(oldDedup.scope) || OWNER_WIDE.has(newDedup.scope),
    ),
  }));
  if (!(await onProgress(0, total))) return null;
  const dedup = replayDedup(repeated, oldDedup, newDedup);
  const decide = replayDecisions(before, after);

  const rules = new Map<number, Sides | null>();
  const rulesOf = async (campaignKey: number): Promise<Sides | null> => {
    let ruleSet = rules.get(campaignKey);
    if (ruleSet === undefined) {
      const loaded = await db.readScope(scope, (tx) => loadCampaignRules(tx, ownerKey, campaignKey));
      // The campaign's own hours are not tested, and may have been different then.
      const campaign = loaded && { ...loaded, dayParting: ALWAYS_OPEN };
      ruleSet = campaign && { before: { ...campaign, criteria: before }, after: { ...campaign, criteria: after } };
      rules.set(campaignKey, ruleSet);
    }
    return ruleSet;
  };

  const all = nothing();
  const byPartner = new Map<number, Tally>();
  const byCampaign = new Map<number, Tally>();
  const byRule = new Map<string, Tally>();
  const samples: Record<Turned['to'], ReplaySample[]> = { lost: [], gained: [] };
  let matured = 0;
  const tell = (turned: Turned, lead: PastLead): void => {
    if (turned.to === 'lost') {
      const age = (span.to.getTime() - lead.createdAt.getTime()) / DAY_MS;
      matured += shareMatured(
        curves[online.has(lead.clientModelKey) ? 'online' : 'career'].enrollment,
        Math.floor(age),
      );
    }
    for (const tally of [
      all,
      tallyIn(byPartner, lead.partnerKey),
      tallyIn(byCampaign, lead.campaignKey),
      tallyIn(byRule, turned.rule),
    ])
      add(tally, turned, lead);
    const list = samples[turned.to];
    // Keep the latest, which users remember.
    if (list.length === MAX_SAMPLES) list.shift();
    list.push({
      leadId: lead.publicId,
      receivedAt: lead.createdAt.toISOString(),
      partnerName: names.partners.get(lead.partnerKey) ?? '',
      campaignName: names.campaigns.get(lead.campaignKey) ?? '',
      status: lead.status,
      clientPrice: lead.clientPrice,
      enrolled: turned.to === 'lost' ? lead.enrolled : null,
      rule: turned.rule,
    });
  };

  let done = 0;
  let goodLeads = 0;
  for await (const lead of db.streamScope(scope, pastLeads(span, opened))) {
    const { leadKey } = lead;
    const sides = await rulesOf(lead.campaignKey);
    const earlier = dedup.look(leadKey);
    if (sides !== null) {
      const person: Person | null =
        lead.sealed === null ? null : openPerson(secret, { ownerKey, leadKey }, lead.sealed);
      const turned = decide({ lead, person, post: person?.post ?? null }, sides, earlier);
      if (turned !== null) {
        dedup.turned(leadKey, turned.to === 'lost' ? 'SCR' : 'DLV');
        tell(turned, lead);
      }
    }
    goodLeads += isGoodLead(lead.status) ? 1 : 0;
    done += 1;
    if (done % STEP === 0 && !(await onProgress(done, total))) return null;
  }
  return {
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    leads: done,
    goodLeads,
    ...all,
    percentMatured: all.lost.leads === 0 ? null : (100 * matured) / all.lost.leads,
    byPartner: groupsOf(byPartner, names.partners),
    byCampaign: groupsOf(byCampaign, names.campaigns),
    byRule: [...byRule]
      .map(([rule, { lost, gained }]) => ({ rule, lost: lost.leads, gained: gained.leads }))
      .toSorted((a, b) => b.lost + b.gained - a.lost - a.gained),
    lostSamples: samples.lost.toReversed(),
    gainedSamples: samples.gained.toReversed(),
    notTested: untestable(before, after, (parameter) => parameterFacts(parameter).label),
  };
};
