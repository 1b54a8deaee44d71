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
 * Loads what a campaign's status depends on, except counters: valid like its rules until one of them changes, and at most for the day. Null
 * for an unknown campaign.
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

/** A clock for messages to the partner: budget amounts are hidden. */
export const intakeClock = ({ owner }: CampaignRules, now: Date): StatusClock =>
  statusClock(now, owner.zone, { hidesBudget: true });

export interface Question {
  rules: CampaignRules;
  /** Result of `loadStatusInput`. */
  status: StatusInput;
  lead: LeadFields;
  now: Date;
  hashes: PersonHashes;
  /** Hashes of the person in the owner's suppression lists. */
  suppressed: readonly Buffer[];
  /** Identifies a post that may have been answered before. */
  post?: { partnerKey: number; hash: Buffer };
}

/** The stored answer to an identical earlier post. */
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

/** Input of `app.post_question`: what has no value is not looked up. */
interface PostQuestion extends CapFields {
  names?: readonly string[];
  held_campaign?: number | null;
  held_goal?: number | null;
  since: Date;
  match: string;
  compare: string;
  scope: string;
  scope_key: number | null;
  of_partner: number;
  email: string | null;
  phone: string | null;
  name_zip: string | null;
  suppressed: readonly string[];
  of_client: number;
  answered_partner: number | null;
  answered_post: string | null;
  at: Date;
  from_ip: string | null;
  most_of_ip: number;
  of_click: string | null;
}

/** Fields for the caps. Only existing caps are counted. */
interface CapFields {
  of_owner: number;
  of_campaign: number;
  of_month: string;
  week_from: string;
  today: string;
  hours_from: Date | null;
  of_source: number | null;
  of_program: number | null;
  of_goal: number | null;
}

const QUESTION = 'json_populate_record(null::app.post_question, $1)';
const look = prepare<Found>('intake_look', `select ${FOUND} from app.look_for_post(${QUESTION})`);
const holdAndLook = prepare<Found & { newLead: number }>(
  'intake_hold_and_look',
  `select new_lead as "newLead", ${FOUND} from app.hold_and_look(${QUESTION})`,
);

/** The single parameter of both statements. */
export const questionText = (question: CapFields | PostQuestion): string => JSON.stringify(question);

/** Formats a bytea for JSON. */
export const bytes = (hash: Buffer): string => `\\x${hash.toString('hex')}`;

const earlierOf = ({ leadKey, reason, isSuppressed }: Found): EarlierLead | null => {
  if (leadKey !== null && reason !== null) return { leadKey, reason };
  return isSuppressed ? { leadKey: 0, reason: 'DUP_SUPPRESSION' } : null;
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Results about the lead's origin; questions not asked have no answer. */
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

/** The caps a lead would use. */
interface CapQuestion extends Pick<Question, 'rules' | 'status' | 'now'> {
  source: RuleSource | null;
  program: RuleProgram | null;
}

const capFields = ({ rules, status, now, source, program }: CapQuestion): CapFields => {
  const { owner, campaign } = rules;
  const clock = intakeClock(rules, now);
  return {
    of_owner: owner.ownerKey,
    of_campaign: campaign.campaignKey,
    of_month: clock.month,
    week_from: clock.week.from,
    today: clock.today,
    hours_from: cappedHoursAt(rules.dayParting, now, owner.zone)?.from ?? null,
    of_source: source?.monthlyCap == null ? null : source.publisherSourceKey,
    of_program: program?.monthlyCap == null ? null : program.programKey,
    of_goal: status.goal?.hardCap === true ? campaign.goalKey : null,
  };
};

const postQuestion = ({ rules, status, lead, now, hashes, suppressed, post }: Question): PostQuestion => {
  const { client, campaign, criteria } = rules;
  const [source, program] = [findSource(rules, lead), findProgram(rules, lead)];
  const place = dedupPlaceOf(rules, lead);
  const compared = dedupDaysOf(rules) === 0 ? null : comparedHashes(rules, hashes);
  return {
    ...capFields({ rules, status, now, source, program }),
    since: new Date(now.getTime() - dedupDaysOf(rules) * DAY_MS),
    match: criteria.dedup.match,
    compare: criteria.dedup.compareWith,
    scope: place.scope,
    scope_key: place.key,
    of_partner: campaign.partnerKey,
    email: compared?.email ? bytes(compared.email) : null,
    phone: compared?.phone ? bytes(compared.phone) : null,
    name_zip: compared?.nameZip ? bytes(compared.nameZip) : null,
    suppressed: suppressed.map(bytes),
    of_client: client.clientKey,
    answered_partner: post?.partnerKey ?? null,
    answered_post: post ? bytes(post.hash) : null,
    at: now,
    from_ip: criteria.quality.velocity === 'OFF' ? null : lead.ipAddress,
    // One more: a held lead under review is included in the count.
    most_of_ip: criteria.quality.leadsPerAddress + 1,
    of_click: lead.clickId !== null && UUID.test(lead.clickId) ? lead.clickId : null,
  };
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

/** Looks up everything for a lead's checks in this transaction, which has the system scope. Takes no locks and writes nothing. */
export const lookUp = async (tx: Tx, question: Question): Promise<LookedUp> => {
  const [row] = await look(tx, [questionText(postQuestion(question))]);
  if (row === undefined) throw new Error('The look-up gave no row');
  return answerOf(question, row);
};

/** Counts only the caps, for a lead whose other checks are skipped: no duplicates are searched. */
export const countCaps = async (tx: Tx, question: CapQuestion): Promise<Counter[]> => {
  const { rules, status, now, source, program } = question;
  const [row] = await look(tx, [questionText(capFields(question))]);
  if (row === undefined) throw new Error('The look-up gave no row');
  const goal = status.goal && { ...status.goal, spent: row.goalSpent };
  const hours = cappedHoursAt(rules.dayParting, now, rules.owner.zone);
  return hardCounters(row, { plan: status.plan, goal, clock: intakeClock(rules, now), hours, source, program });
};

/** Likewise after taking the locks, in one round trip, and with the key of the new lead. */
export const holdAndLookUp = async (
  tx: Tx,
  holds: Held,
  question: Question,
): Promise<{ leadKey: number; lookups: LookedUp }> => {
  const fields = {
    ...postQuestion(question),
    names: locksOf(holds),
    held_campaign: holds.campaignKey,
    held_goal: holds.goalKey,
  };
  const [row] = await holdAndLook(tx, [questionText(fields)]);
  if (row === undefined) throw new Error('The look-up gave no row');
  return { leadKey: row.newLead, lookups: answerOf(question, row) };
};

/** For a trial: looks up everything for a lead and its campaign's rules. Null for an unknown campaign. */
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
