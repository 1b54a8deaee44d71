import { randomUUID } from 'node:crypto';
import { clickStatusCode, RATE_LIMITS } from '@paceline/contract';
import { type Database } from '../../../db/scope/tx.ts';
import { type LinkRequest, type OpenLink } from '../../../http/click-route.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { countryOfAddress, stateOfAddress } from '../../../lib/zips/ip-countries.ts';
import { blindIndex } from '../../../lib/secrets/seal.ts';
import { intakeClock } from '../../../shared/intake/lookups.queries.ts';
import { findSource } from '../../../shared/intake/placement.rules.ts';
import { deviceOf } from '../../../shared/intake/read/device.rules.ts';
import { type LoadedRules, type RulesCache } from '../../../shared/intake/rules-cache.ts';
import { capsOfClick, decideClick } from './decide-click.ts';
import { getDestination, insertClick, type NewClick, type StoredClick } from './redirect.queries.ts';
import { type Destination, targetOf, urlFor } from './target.rules.ts';
import { isProgram, type LinkValues, readLinkValues, referrerOf } from './visitor.rules.ts';

export interface RedirectDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
  rulesCache: RulesCache;
}

/** A link's target and rules, cached since its campaign's rules were loaded. */
interface KnownLink {
  ownerKey: number;
  loaded: LoadedRules;
  destination: Destination;
}

const MAX_KNOWN = 5_000;
const MAX_TRIES = 5;
const RETRY_AFTER_SECONDS = 2;

/** The only campus or program of a campaign; where there are several, the landing page asks. */
const onlyOne = (codes: readonly string[]): string => {
  const [first = '', ...others] = new Set(codes);
  return others.length === 0 ? first : '';
};

const macrosOf = (
  { loaded: { rules }, destination }: KnownLink,
  { source, subs, txn }: LinkValues,
  { clickId, device, now }: { clickId: string; device: string; now: Date },
): Record<string, string> => ({
  cid: clickId,
  campaign_code: rules.campaign.code,
  client_campaign_code: destination.clientCampaignCode,
  partner_code: destination.partnerCode,
  channel: rules.campaign.channel,
  source,
  ...Object.fromEntries(subs.map((sub, index) => [`s${index + 1}`, sub])),
  txn,
  device,
  campus_code: onlyOne(rules.programs.map(({ campusCode }) => campusCode)),
  program_code: onlyOne(rules.programs.map(({ code }) => code)),
  ts: String(Math.floor(now.getTime() / 1000)),
});

/** A signed-in user who works on the campaign. */
const isTester = ({ tester }: LinkRequest, { ownerKey, loaded }: KnownLink): boolean =>
  tester !== null &&
  tester.ownerKeys.includes(ownerKey) &&
  (tester.partnerKey === null || tester.partnerKey === loaded.rules.campaign.partnerKey);

const clickOf = (secret: Buffer, request: LinkRequest, knownLink: KnownLink, now: Date): NewClick => {
  const { ip, userAgent, host } = request;
  const { ownerKey, loaded, destination } = knownLink;
  const { rules } = loaded;
  const clock = intakeClock(rules, now);
  const values = readLinkValues(request.query);
  const [clickId, device] = [randomUUID(), deviceOf(userAgent)];
  const [country, state] = [countryOfAddress(ip) ?? null, stateOfAddress(ip)];
  const isTest = isTester(request, knownLink);
  const visit = { isTester: isTest, isProgram: isProgram(userAgent), country, state, device, source: values.source };
  const macros = macrosOf(knownLink, values, { clickId, device, now });
  const target = targetOf(urlFor(destination, device), macros, host);
  const decided = decideClick(loaded, clock, visit);
  // A visitor without a target was not let through.
  const status = decided === 'VALID' && target === null ? 'PAUSED' : decided;
  return {
    campaignKey: rules.campaign.campaignKey,
    rulesVersion: loaded.version,
    today: clock.today,
    month: clock.month,
    weekFrom: clock.week.from,
    clickId,
    statusCode: clickStatusCode(status),
    visitor: isTest ? null : blindIndex(secret, ownerKey, 'visitor', `${ip}\n${userAgent}`),
    sourceKey: findSource(rules, { publisherSource: values.source })?.publisherSourceKey ?? null,
    values,
    device,
    country,
    state: state?.slice('US-'.length) ?? null,
    referrer: referrerOf(request.referrer),
    target,
    fallback: targetOf(destination.fallbackUrl, {}, host),
    goalKey: rules.campaign.goalKey,
    caps: capsOfClick(loaded, clock, values.source),
  };
};

/** Stores a click and returns where its visitor goes, using the campaign's own stored address only. */
export const createOpenLink = (deps: RedirectDeps): OpenLink => {
  const { db, clock, secret, rulesCache } = deps;
  const links = new Map<string, KnownLink>();

  const find = (link: string, now: Date): KnownLink | null => {
    const target = links.get(link.toLowerCase());
    return target !== undefined && target.loaded.from <= now && now < target.loaded.until ? target : null;
  };

  const load = async (
    { link: text, scopeOf }: LinkRequest,
    { ownerKey, campaignKey }: Extract<StoredClick, { outcome: 'stale' }>,
    now: Date,
  ): Promise<KnownLink | null> => {
    const target = await db.readScope(scopeOf(ownerKey), async (tx) => {
      const loaded = await rulesCache.load(tx, ownerKey, campaignKey, now);
      return loaded && { ownerKey, loaded, destination: await getDestination(tx, ownerKey, campaignKey) };
    });
    const link = text.toLowerCase();
    links.delete(link);
    if (target === null) return null;
    links.set(link, target);
    // The oldest is evicted first: a Map keeps insertion order.
    const [oldest] = links.keys();
    if (links.size > MAX_KNOWN && oldest !== undefined) links.delete(oldest);
    return target;
  };

  return async (request) => {
    const now = clock.now();
    const { points, seconds } = RATE_LIMITS.click;
    let target = find(request.link, now);
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const spending = tries === 1 ? { key: `click:ip:${request.ip}`, most: points, ms: seconds * 1000 } : null;
      const click = target && clickOf(secret, request, target, now);
      const stored = await insertClick(db, request.link, now, spending, click);
      if (stored.outcome === 'limited')
        throw new AppError('RATE_LIMIT', { retryAfterSeconds: Math.max(1, Math.ceil(stored.retryMs / 1000)) });
      if (stored.outcome === 'unknown') return null;
      if (stored.outcome === 'stored') return stored.sentTo;
      target = await load(request, stored, now);
      if (target === null) return null;
    }
    throw new AppError('CANNOT_STORE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  };
};
