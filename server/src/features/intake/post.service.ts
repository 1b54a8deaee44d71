import { isDeepStrictEqual } from 'node:util';
import {
  AGENCY_PARAMETERS,
  CAMPAIGN_NOT_RECOGNIZED,
  type LeadAnswer,
  SKIP_PARAMETERS,
  type SkippedChecks,
} from '@paceline/contract';
import { monotonicFactory } from 'ulid';
import { type Statement } from '../../db/connection/prepared.ts';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type PostedCampaign, type Poster } from '../../http/posting.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { audit } from '../../shared/audit.ts';
import { type Decision, type Lookups } from '../../shared/intake/check.ts';
import { answerOf, decide, errorAnswer } from '../../shared/intake/decide.ts';
import { type LeadFields } from '../../shared/intake/lead-fields.ts';
import { type Held } from '../../shared/intake/hold.queries.ts';
import {
  holdAndLookUp,
  intakeClock,
  lookUp,
  type Question,
  type StoredAnswer,
} from '../../shared/intake/lookups.queries.ts';
import { comparedHashes, dedupDaysOf, hashPerson } from '../../shared/intake/person-hashes.ts';
import { findProgram, findSource } from '../../shared/intake/placement.rules.ts';
import { priceAt } from '../../shared/intake/price.rules.ts';
import { readPost } from '../../shared/intake/read-post.ts';
import { readYesNo } from '../../shared/intake/read/values.ts';
import { type LoadedRules, type RulesCache } from '../../shared/intake/rules-cache.ts';
import { suppressionHashes } from '../../shared/intake/suppression.ts';
import { type Verifier } from '../../shared/providers/verifier.ts';
import { newLead } from './new-lead.ts';
import { identityOf, type PostIdentity } from './post-identity.ts';
import { findStoredAnswer, storingLead, updateClick, updateSeenSource, upsertSource } from './store.queries.ts';
import { releaseTimeOf } from './release-time.ts';

export interface IntakeDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
  rulesCache: RulesCache;
  /** Calls outside verification services, where the client wants it. */
  verify: Verifier;
}

export interface Post {
  poster: Poster;
  scope: Scope;
  body: Readonly<Record<string, unknown>>;
  origin: Origin;
}

const nextId = monotonicFactory();
const publicIdAt = (now: Date): string => `L-${nextId(now.getTime())}`;

/** The rules changed after they were loaded and require more locks: the whole post is processed again. */
class StaleRules extends Error {}
const MAX_TRIES = 5;
const RETRY_AFTER_SECONDS = 2;

const isAsked = (value: unknown): boolean => {
  const text =
    typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' ? String(value) : '';
  return text !== '' && readYesNo(text) !== false;
};

/** The checks that an agency's post skips; a partner's post may skip none. */
const skipsOf = ({ poster, body }: Post): ReadonlySet<SkippedChecks> => {
  if (poster.partnerKey !== null && AGENCY_PARAMETERS.some((name) => isAsked(body[name])))
    throw new AppError('SKIP_NOT_ALLOWED');
  const names = Object.entries(SKIP_PARAMETERS).filter(([name]) => isAsked(body[name]));
  return new Set(names.map(([, check]) => check));
};

/** The same post gets the same answer; another one under the same transaction id is the sender's mistake. */
const repeat = ({ contentHash, answer }: StoredAnswer, { content }: PostIdentity): LeadAnswer => {
  if (!contentHash.equals(content)) throw new AppError('POST_CHANGED');
  return answer as LeadAnswer;
};

interface Reading extends Post {
  campaign: PostedCampaign;
  loaded: LoadedRules;
  lead: LeadFields;
  warnings: readonly string[];
  now: Date;
  identity: PostIdentity;
  skips: ReadonlySet<SkippedChecks>;
  verified: Lookups['verified'];
}

const questionOf = ({ secret }: IntakeDeps, { loaded, lead, now, identity }: Reading): Question => {
  const { rules, status } = loaded;
  const { ownerKey } = rules.owner;
  return {
    rules,
    status,
    lead,
    now,
    hashes: hashPerson(secret, ownerKey, lead),
    suppressed: suppressionHashes(secret, ownerKey, lead),
    post: { partnerKey: rules.campaign.partnerKey, hash: identity.hash },
  };
};

/**
 * Creates an unknown source, unless its lead is refused for another reason. For a known one, records its first lead, and reactivates it
 * after a long silence.
 */
const sourceOf = async (tx: Tx, { loaded: { rules }, lead }: Reading, { status }: Decision, day: string) => {
  const leadSource = findSource(rules, lead);
  const isTaken = status === 'VAL' || status === 'HLD';
  const stands = rules.owner.unknownSources === 'AUTO_CREATE_HOLD' ? 'PENDING' : 'APPROVED';
  if (leadSource === null) {
    if (!isTaken) return null;
    return { publisherSourceKey: await upsertSource(tx, rules.campaign.partnerKey, lead.publisherSource, stands, day) };
  }
  const isBack = leadSource.status === 'INACTIVE' && isTaken;
  if (isBack || (!leadSource.isSeen && status !== 'TST'))
    await updateSeenSource(tx, leadSource.publisherSourceKey, day, isBack ? stands : null);
  return leadSource;
};

/** The locks against accepting two posts at once, by the rules as loaded. */
const holdsOf = ({ rules, hashes, lead, now, status }: Question, { hash }: PostIdentity): Held => {
  const { email, phone, nameZip } = comparedHashes(rules, hashes);
  const isCompared = !lead.isTest && dedupDaysOf(rules) > 0;
  return {
    ownerKey: rules.owner.ownerKey,
    campaignKey: lead.isTest ? null : rules.campaign.campaignKey,
    month: intakeClock(rules, now).month,
    goalKey: status.goal?.hardCap === true && !lead.isTest ? rules.campaign.goalKey : null,
    post: hash,
    person: isCompared ? [email, phone, nameZip].filter((one) => one !== null) : [],
  };
};

/** The same post under rules that changed after they were loaded: parsed again here, under the locks. */
const readAgain = async (deps: IntakeDeps, reading: Reading, holds: Held, tx: Tx): Promise<Reading> => {
  const { campaign, body, now, identity } = reading;
  const loaded = await deps.rulesCache.load(tx, campaign.ownerKey, campaign.campaignKey, now);
  const read = loaded && readPost(body, loaded.rules, now);
  if (loaded === null || read === null || 'errors' in read) throw new StaleRules();
  const again = { ...reading, loaded, lead: read.lead, warnings: read.warnings };
  // Other rules may need other locks; those are taken in their order, in a new transaction.
  if (!isDeepStrictEqual(holdsOf(questionOf(deps, again), identity), holds)) throw new StaleRules();
  return again;
};

interface Accepted {
  result: LeadAnswer;
  /** The statement that stores it; null where it was stored before. */
  last: Statement | null;
}

/** Decides a post and stores it in one transaction: the counters it uses are locked until it commits. */
const accept = async (deps: IntakeDeps, first: Reading, tx: Tx): Promise<Accepted> => {
  const { now, skips, verified, identity, poster, origin, scope } = first;
  let reading = first;
  let question = questionOf(deps, reading);
  const holds = holdsOf(question, identity);
  const { leadKey, ...heldLookups } = await holdAndLookUp(tx, holds, question);
  let { lookups } = heldLookups;
  if (lookups.stored !== null) return { result: repeat(lookups.stored, identity), last: null };
  if (lookups.rulesVersion !== reading.loaded.version) {
    reading = await readAgain(deps, first, holds, tx);
    question = questionOf(deps, reading);
    lookups = await lookUp(tx, question);
  }
  const { lead, loaded } = reading;
  const { rules } = loaded;
  const { ownerKey } = rules.owner;
  const clock = intakeClock(rules, now);

  const decision = decide({ lead, rules, lookups: { ...lookups, verified }, now, skips });
  const program = findProgram(rules, lead);
  const prices = priceAt(rules, lead, now) ?? { client: 0, media: 0 };
  const publicId = publicIdAt(now);
  const { requestId } = origin;
  const answer = answerOf(decision, { leadId: publicId, price: prices.media, requestId, warnings: reading.warnings });
  if (lookups.isClickKnown === true && !lead.isTest) await updateClick(tx, ownerKey, lead.clickId, leadKey);
  if (poster.userKey !== null) {
    const by = { userKey: poster.userKey, group: scope.group };
    const after = { status: decision.status, skips: [...skips] };
    await audit(tx, by, origin, now, { action: 'post', ownerKey, entity: 'lead', entityKey: leadKey, after });
  }
  const last = storingLead(
    newLead(deps.secret, {
      ownerKey,
      leadKey,
      publicId,
      at: now,
      today: clock.today,
      lead,
      rules,
      decision,
      lookups: { ...lookups, verified },
      hashes: question.hashes,
      prices,
      program,
      source: await sourceOf(tx, reading, decision, clock.today),
      changedBy: poster.userKey,
      tryAgainAt: decision.status === 'HLD' ? releaseTimeOf(rules, decision, now) : null,
      identity,
      answer,
    }),
  );
  return { result: answer, last };
};

/** Outside services are called only for leads that we would accept: it costs money, and nobody else should wait for it. */
const askOthers = async (deps: IntakeDeps, reading: Reading): Promise<Lookups['verified'] | LeadAnswer> => {
  const { loaded, lead, now, skips, verified, scope, identity } = reading;
  const { phone, email, certificate, clientCrm } = loaded.rules.criteria.verification;
  if (skips.has('scrub') || [phone, email, certificate, clientCrm].every((policy) => policy === 'OFF')) return verified;
  const lookups = await deps.db.readScope(scope, (tx) => lookUp(tx, questionOf(deps, reading)));
  if (lookups.stored !== null) return repeat(lookups.stored, identity);
  const { wouldBe } = decide({ lead, rules: loaded.rules, lookups, now, skips });
  return wouldBe === 'VAL' ? deps.verify(scope, loaded.rules, lead) : verified;
};

const tryOnce = async (deps: IntakeDeps, post: Post, campaign: PostedCampaign, version: number | null) => {
  const { db, clock, secret, rulesCache } = deps;
  const { scope, body, poster, origin } = post;
  const now = clock.now();
  const { ownerKey, campaignKey } = campaign;
  const loaded =
    (version === null ? null : rulesCache.find(campaignKey, version, now)) ??
    (await db.readScope(scope, (tx) => rulesCache.load(tx, ownerKey, campaignKey, now)));
  if (loaded === null) return notRecognized(origin);
  const identity = identityOf(secret, body, { campaignKey, userKey: poster.userKey, now });
  const read = readPost(body, loaded.rules, now);
  if ('errors' in read) {
    const { partnerKey } = loaded.rules.campaign;
    const stored = await db.readScope(scope, (tx) => findStoredAnswer(tx, partnerKey, identity, now));
    if (stored !== null) return repeat(stored, identity);
    return errorAnswer(read.errors, { requestId: origin.requestId, warnings: read.warnings });
  }
  const { lead, warnings } = read;
  const reading = {
    ...post,
    campaign,
    loaded,
    lead,
    warnings,
    now,
    identity,
    skips: skipsOf(post),
    verified: new Map(),
  };
  const answers = await askOthers(deps, reading);
  if ('outcome' in answers) return answers;
  return db.pipelineScope(scope, (tx) => accept(deps, { ...reading, verified: answers }, tx));
};

const notRecognized = ({ requestId }: Origin): LeadAnswer =>
  errorAnswer([{ code: 'VAL_NOT_ALLOWED', field: 'cck', message: CAMPAIGN_NOT_RECOGNIZED }], { requestId });

/** The result of a post. `success` and `failure` are answered only after the lead is stored durably. */
export const takePost = async (deps: IntakeDeps, post: Post): Promise<LeadAnswer> => {
  const { campaign } = post.poster;
  skipsOf(post);
  if (campaign === null) return notRecognized(post.origin);
  let version: number | null = campaign.rulesVersion;
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryOnce(deps, post, campaign, version);
    } catch (error) {
      if (!(error instanceof StaleRules)) throw error;
      if (tries === MAX_TRIES) throw new AppError('CANNOT_STORE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      version = null;
    }
  }
};
