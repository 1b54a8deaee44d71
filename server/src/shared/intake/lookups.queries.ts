import { countryOfAddress } from '../../lib/zips/ip-countries.ts';
import { prepare } from '../../db/connection/prepared.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { campaignStatus, type StatusInput } from '../campaign-status/campaign-status.rules.ts';
import { statusClock, type StatusClock } from '../campaign-status/status-clock.rules.ts';
import { getStatusContext, listStatusInputs } from '../campaign-status/status.queries.ts';
import { type CampaignRules, type RuleProgram, type RuleSource } from './campaign-rules.ts';
import { type Counter, type EarlierLead, type Lookups } from './check.ts';
import { cappedHoursAt, hardCounters, type UsedUnits } from './counters.ts';
import { type Held, locksOf } from './hold.queries.ts';
import { type LeadFields } from './lead-fields.ts';
import { comparedHashes, dedupDaysOf, dedupPlaceOf, hashPerson, type PersonHashes } from './person-hashes.ts';
import { suppressionHashes } from './suppression.ts';
import { findProgram, findSource } from './placement.rules.ts';

const DAY_MS = 86_400_000;

/**
 * What a campaign's status follows from but for what is counted: like its rules it holds until one of them changes, and at most
 * for the day. Null where there is no such campaign.
 */
export const loadStatusInput = async (
  tx: Tx,
  ownerKey: number,
  campaignKey: number,
  now: Date,
): Promise<StatusInput | null> => {
  const context = await getStatusContext(tx, { partnerKey: null }, ownerKey, now);
  return (await listStatusInputs(tx, context, [campaignKey])).get(campaignKey) ?? null;
};

/** As the partner may read it: amounts of a budget are not told. */
export const intakeClock = ({ owner }: CampaignRules, now: Date): StatusClock =>
  statusClock(now, owner.zone, { hidesBudget: true });

export interface Question {
  rules: CampaignRules;
  /** As `loadStatusInput` gave it. */
  status: StatusInput;
  lead: LeadFields;
  now: Date;
  hashes: PersonHashes;
  /** Under which of the owner's suppression lists the person can be. */
  suppressed: readonly Buffer[];
  /** What a post is known by, where it may have been answered before. */
  post?: { partnerKey: number; hash: Buffer };
}

/** What was answered to the same post before. */
export interface StoredAnswer {
  contentHash: Buffer;
  answer: unknown;
}

interface Found extends UsedUnits {
  rulesVersion: number;
  leadKey: number | null;
  reason: EarlierLead['reason'] | null;
  isSuppressed: boolean;
  leadsOfAddress: number;
  isClickKnown: boolean;
  contentHash: Buffer | null;
  answer: unknown;
}

const FOUND = `rules_version as "rulesVersion", earlier_lead as "leadKey", earlier_reason as reason, is_suppressed as "isSuppressed",
   leads_of_ip as "leadsOfAddress", is_click_known as "isClickKnown",
   content_hash as "contentHash", answer, month_units as month, week_units as week, day_units as day, hours_units as hours,
   source_units as source, program_units as program, goal_spent as "goalSpent"`;
/** `$1` to `$26`, or as many after the values that come first. */
const placeholders = (after = 0): string =>
  Array.from({ length: 26 }, (_, index) => `$${after + index + 1}`).join(', ');

const look = prepare<Found>('intake_look', `select ${FOUND} from app.look_for_post(${placeholders()})`);
const holdAndLook = prepare<Found & { newLead: number }>(
  'intake_hold_and_look',
  `select new_lead as "newLead", ${FOUND} from app.hold_and_look($1::bigint[], $2, $3, ${placeholders(3)})`,
);

const earlierOf = ({ leadKey, reason, isSuppressed }: Found): EarlierLead | null => {
  if (leadKey !== null && reason !== null) return { leadKey, reason };
  return isSuppressed ? { leadKey: 0, reason: 'DUP_SUPPRESSION' } : null;
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What is known of where a lead comes from; a question that is not asked has no answer. */
const originOf = (
  { clickId, ipAddress }: LeadFields,
  { leadsOfAddress, isClickKnown }: Found,
): Pick<Lookups, 'ipCountry' | 'leadsOfAddress' | 'isClickKnown'> => {
  const country = ipAddress === null ? undefined : countryOfAddress(ipAddress);
  return {
    ...(country !== undefined && { ipCountry: country }),
    ...(ipAddress !== null && { leadsOfAddress }),
    ...(clickId !== null && { isClickKnown }),
  };
};

const NOT_ASKED: Lookups['verified'] = new Map();

/** Which caps a lead would use. */
interface CapQuestion extends Pick<Question, 'rules' | 'status' | 'now'> {
  source: RuleSource | null;
  program: RuleProgram | null;
}

/** What has no cap is not counted: it is asked as null. */
const capValues = ({ rules, status, now, source, program }: CapQuestion): unknown[] => {
  const { owner, campaign } = rules;
  const clock = intakeClock(rules, now);
  return [
    owner.ownerKey,
    campaign.campaignKey,
    clock.month,
    clock.week.from,
    clock.today,
    cappedHoursAt(rules.dayParting, now, owner.zone)?.from ?? null,
    source?.monthlyCap == null ? null : source.publisherSourceKey,
    program?.monthlyCap == null ? null : program.programKey,
    status.goal?.hardCap === true ? campaign.goalKey : null,
  ];
};

const valuesOf = ({ rules, status, lead, now, hashes, suppressed, post }: Question): unknown[] => {
  const { client, campaign, criteria } = rules;
  const [source, program] = [findSource(rules, lead), findProgram(rules, lead)];
  const place = dedupPlaceOf(rules, lead);
  const compared = dedupDaysOf(rules) === 0 ? null : comparedHashes(rules, hashes);
  return [
    ...capValues({ rules, status, now, source, program }),
    new Date(now.getTime() - dedupDaysOf(rules) * DAY_MS),
    criteria.dedup.match,
    criteria.dedup.compareWith,
    place.scope,
    place.key,
    campaign.partnerKey,
    compared?.email ?? null,
    compared?.phone ?? null,
    compared?.nameZip ?? null,
    suppressed,
    client.clientKey,
    post?.partnerKey ?? null,
    post?.hash ?? null,
    now,
    criteria.quality.velocity === 'OFF' ? null : lead.ipAddress,
    // One more: a held lead that is tried again is one of them.
    criteria.quality.leadsPerAddress + 1,
    lead.clickId !== null && UUID.test(lead.clickId) ? lead.clickId : null,
  ];
};

interface LookedUp extends Lookups {
  rulesVersion: number;
  stored: StoredAnswer | null;
}

const answerOf = ({ rules, status, lead, now }: Question, row: Found): LookedUp => {
  const clock = intakeClock(rules, now);
  const hours = cappedHoursAt(rules.dayParting, now, rules.owner.zone);
  const [source, program] = [findSource(rules, lead), findProgram(rules, lead)];
  const goal = status.goal && { ...status.goal, spent: row.goalSpent };
  return {
    rulesVersion: row.rulesVersion,
    stored: row.contentHash === null ? null : { contentHash: row.contentHash, answer: row.answer },
    status: campaignStatus({ ...status, counts: { month: row.month, week: row.week, day: row.day }, goal }, clock),
    earlier: earlierOf(row),
    counters: hardCounters(row, { plan: status.plan, goal, clock, hours, source, program }),
    verified: NOT_ASKED,
    ...originOf(lead, row),
  };
};

/**
 * What a lead's checks look up, as it stands at this moment in this transaction, which is the product's own. Nothing is held and
 * nothing written.
 */
export const lookUp = async (tx: Tx, question: Question): Promise<LookedUp> => {
  const [row] = await look(tx, valuesOf(question));
  if (row === undefined) throw new Error('The look-up gave no row');
  return answerOf(question, row);
};

/** The caps alone, of a lead whose other checks are not asked: nobody is compared with anybody. */
export const countCaps = async (tx: Tx, question: CapQuestion): Promise<Counter[]> => {
  const { rules, status, now, source, program } = question;
  const { client, campaign, criteria } = rules;
  const noPerson = [null, null, null];
  const [row] = await look(tx, [
    ...capValues(question),
    now,
    criteria.dedup.match,
    criteria.dedup.compareWith,
    'OWNER',
    rules.owner.ownerKey,
    campaign.partnerKey,
    ...noPerson,
    [],
    client.clientKey,
    null,
    null,
    now,
    null,
    1,
    null,
  ]);
  if (row === undefined) throw new Error('The look-up gave no row');
  const goal = status.goal && { ...status.goal, spent: row.goalSpent };
  const hours = cappedHoursAt(rules.dayParting, now, rules.owner.zone);
  return hardCounters(row, { plan: status.plan, goal, clock: intakeClock(rules, now), hours, source, program });
};

/** The same after taking hold of what two posts could both take, in one round trip, and the key of the lead that is to come. */
export const holdAndLookUp = async (
  tx: Tx,
  held: Held,
  question: Question,
): Promise<{ leadKey: number; lookups: LookedUp }> => {
  const [row] = await holdAndLook(tx, [locksOf(held), held.campaignKey, held.goalKey, ...valuesOf(question)]);
  if (row === undefined) throw new Error('The look-up gave no row');
  return { leadKey: row.newLead, lookups: answerOf(question, row) };
};

/** For a trial: all of it from a lead and its campaign's rules. Null where the campaign is not there. */
export const lookForLead = async (
  tx: Tx,
  secret: Buffer,
  rules: CampaignRules,
  lead: LeadFields,
  now: Date,
): Promise<Lookups | null> => {
  const { ownerKey } = rules.owner;
  const status = await loadStatusInput(tx, ownerKey, rules.campaign.campaignKey, now);
  if (status === null) return null;
  const hashes = hashPerson(secret, ownerKey, lead);
  return lookUp(tx, { rules, status, lead, now, hashes, suppressed: suppressionHashes(secret, ownerKey, lead) });
};
