import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type StatusInput } from '../campaign-status/campaign-status.rules.ts';
import { type CampaignRules } from './campaign-rules.ts';
import { loadCampaignRules } from './load-rules.queries.ts';
import { intakeClock, loadStatusInput } from './lookups.queries.ts';

/** The rules of a campaign at a version of its owner's rules, with the period in which the clock does not change them. */
export interface LoadedRules {
  version: number;
  from: Date;
  until: Date;
  rules: CampaignRules;
  status: StatusInput;
}

export interface RulesCache {
  /** The cached rules for that version and moment; null where they have to be loaded. */
  find(campaignKey: number, version: number, now: Date): LoadedRules | null;
  /** Loads and caches; null for an unknown campaign. */
  load(tx: Tx, ownerKey: number, campaignKey: number, now: Date): Promise<LoadedRules | null>;
}

const MAX_ENTRIES = 5_000;

const findVersion = async (tx: Tx, ownerKey: number): Promise<number> => {
  const { rows } = await sql<{ version: number }>`
    select coalesce(sum(version), 0)::bigint as version from rules_version where owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0]?.version ?? 0;
};

export const createRulesCache = (): RulesCache => {
  const cache = new Map<number, LoadedRules>();
  return {
    find(campaignKey, version, now) {
      const cached = cache.get(campaignKey);
      return cached !== undefined && cached.version === version && cached.from <= now && now < cached.until
        ? cached
        : null;
    },
    async load(tx, ownerKey, campaignKey, now) {
      // The version is read first: a change in between makes the rest newer than the version says, and it is loaded once more.
      const version = await findVersion(tx, ownerKey);
      const rules = await loadCampaignRules(tx, ownerKey, campaignKey);
      const status = rules && (await loadStatusInput(tx, ownerKey, campaignKey, now));
      if (rules === null || status === null) return null;
      const clock = intakeClock(rules, now);
      const loaded = { version, from: clock.startOf(clock.today), until: clock.nextDay, rules, status };
      // Reinserted, so that the oldest entry is evicted first: a map keeps insertion order.
      cache.delete(campaignKey);
      cache.set(campaignKey, loaded);
      const [oldest] = cache.keys();
      if (cache.size > MAX_ENTRIES && oldest !== undefined) cache.delete(oldest);
      return loaded;
    },
  };
};
