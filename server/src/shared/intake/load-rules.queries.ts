import {
  type Audience,
  clientCriteriaSchema,
  type DayParting,
  dayPartingSchema,
  type Geo,
  geoSchema,
  leadTestSettingsSchema,
  type SourceMode,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { isOfLineItem } from '../line-item-programs.ts';
import { listAreas } from '../service-areas.queries.ts';
import { campusPoint } from './campus-point.ts';
import { listCountyDmas } from '../county-dmas.queries.ts';
import { type CampaignRules, type RulePrices, type RuleProgram, type RuleSource } from './campaign-rules.ts';

interface RulesRow {
  zone: string;
  dedupDays: number;
  unknownSources: CampaignRules['owner']['unknownSources'];
  clientKey: number;
  clientName: string;
  brandKey: number;
  brandName: string;
  campaign: CampaignRules['campaign'];
  criteria: unknown;
  criteriaVersion: number | null;
  geo: Partial<Geo> | null;
  audience: Audience | null;
  dayParting: Partial<DayParting> | null;
  sourceMode: SourceMode | null;
  prices: (Omit<RulePrices, 'validFrom'> & { validFrom: string })[];
  sources: RuleSource[];
  programs: (RuleProgram & { selected: boolean })[];
  campuses: { campusKey: number; zip: string | null; latitude: number | null; longitude: number | null }[];
  testSettings: unknown;
  values: { field: string; theirs: string; ours: string }[];
}

/**
 * Without selected programs the campaign takes all of its line item: its own selection, else those of its campuses, else all of the client.
 */
const findRow = async (tx: Tx, ownerKey: number, campaignKey: number): Promise<RulesRow | undefined> => {
  const { rows } = await sql<RulesRow>`
    select o.time_zone as zone, o.dedup_days as "dedupDays", o.unknown_sources as "unknownSources",
           k.client_key as "clientKey", k.name as "clientName", b.brand_key as "brandKey", b.name as "brandName",
           jsonb_build_object('campaignKey', c.campaign_key, 'name', c.name, 'code', c.code, 'partnerKey', c.partner_key,
             'goalKey', c.goal_key, 'channel', c.channel, 'leadSourceType', c.lead_source_type, 'overDelivery', c.over_delivery) as campaign,
           (select s.body from lead_test_setting s where s.owner_key = o.owner_key order by s.version desc limit 1) as "testSettings",
           cc.body as criteria, cc.version as "criteriaVersion",
           t.geo, t.audience, t.day_parting as "dayParting", t.source_mode as "sourceMode",
           (select coalesce(jsonb_agg(jsonb_build_object('validFrom', v.valid_from,
              'client', jsonb_build_object('desktop', v.client_desktop, 'tablet', v.client_tablet, 'mobile', v.client_mobile),
              'media', jsonb_build_object('desktop', v.media_desktop, 'tablet', v.media_tablet, 'mobile', v.media_mobile))
              order by v.valid_from desc), '[]')
            from campaign_price v where v.owner_key = c.owner_key and v.campaign_key = c.campaign_key) as prices,
           (select coalesce(jsonb_agg(jsonb_build_object('publisherSourceKey', s.publisher_source_key, 'tag', lower(s.source_tag),
              'status', app.source_status(b.status, s.status), 'action', cs.action, 'priceOverride', cs.price_override,
              'monthlyCap', cs.monthly_cap, 'isSeen', s.first_seen is not null)), '[]')
            from publisher_source s
            join publisher b on b.partner_key = s.partner_key and b.publisher_key = s.publisher_key
            left join campaign_source cs on cs.owner_key = c.owner_key and cs.campaign_key = c.campaign_key
              and cs.publisher_source_key = s.publisher_source_key
            where s.partner_key = c.partner_key) as sources,
           (select coalesce(jsonb_agg(jsonb_build_object('programKey', p.program_key, 'code', p.code, 'campusKey', x.campus_key,
              'campusCode', x.code, 'active', p.active and x.active, 'priceOverride', cp.price_override,
              'monthlyCap', cp.monthly_cap, 'selected', cp.program_key is not null) order by p.program_key), '[]')
            from program p
            join campus x on x.owner_key = p.owner_key and x.campus_key = p.campus_key
            join client_model m on m.owner_key = x.owner_key and m.client_model_key = x.client_model_key
            left join campaign_program cp on cp.owner_key = c.owner_key and cp.campaign_key = c.campaign_key and cp.program_key = p.program_key
            where p.owner_key = c.owner_key and m.client_key = k.client_key
              and (cp.program_key is not null
                or ${isOfLineItem})) as programs,
           (select coalesce(jsonb_agg(jsonb_build_object('campusKey', x.campus_key, 'zip', x.zip, 'latitude', x.latitude, 'longitude', x.longitude)), '[]')
            from campus x join client_model m on m.owner_key = x.owner_key and m.client_model_key = x.client_model_key
            where x.owner_key = c.owner_key and m.client_key = k.client_key and not x.virtual) as campuses,
           (select coalesce(jsonb_agg(jsonb_build_object('field', w.field, 'theirs', lower(w.partner_value), 'ours', w.our_value)), '[]')
            from partner_value_map w
            where w.owner_key = c.owner_key and w.partner_key = c.partner_key and w.client_key = k.client_key) as values
    from campaign c
    join owner o on o.owner_key = c.owner_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client k on k.owner_key = g.owner_key and k.client_key = g.client_key
    join brand b on b.owner_key = k.owner_key and b.brand_key = k.brand_key
    left join campaign_targeting t on t.owner_key = c.owner_key and t.campaign_key = c.campaign_key
    left join lateral (
      select y.body, y.version from client_criteria y
      where y.owner_key = k.owner_key and y.client_key = k.client_key order by y.version desc limit 1
    ) cc on true
    where c.owner_key = ${ownerKey} and c.campaign_key = ${campaignKey} and c.partner_key is not null
  `.execute(tx);
  return rows[0];
};

const choosePrograms = (programs: RulesRow['programs']): RuleProgram[] => {
  const anySelected = programs.some(({ selected }) => selected);
  return programs.filter(({ selected }) => selected || !anySelected).map(({ selected: _, ...program }) => program);
};

const valueMap = (values: RulesRow['values']): Map<string, Map<string, string>> => {
  const map = new Map<string, Map<string, string>>();
  for (const { field, theirs, ours } of values) {
    const ofField = map.get(field) ?? new Map<string, string>();
    map.set(field, ofField.set(theirs, ours));
  }
  return map;
};

/**
 * Loads everything that decides about a campaign's leads; null where the owner has no such campaign, or it is not bought from a partner.
 */
export const loadCampaignRules = async (
  tx: Tx,
  ownerKey: number,
  campaignKey: number,
): Promise<CampaignRules | null> => {
  const row = await findRow(tx, ownerKey, campaignKey);
  if (row === undefined) return null;
  const places = row.campuses.flatMap(({ campusKey, ...campus }) => {
    const point = campusPoint(campus);
    return point === null ? [] : [[campusKey, point] as const];
  });
  const { emailDomains, names, emailPatterns } = leadTestSettingsSchema.parse(row.testSettings ?? {});
  const geo = geoSchema.parse(row.geo ?? {});
  const areas = await listAreas(tx, { ownerKey, clientKey: row.clientKey });
  const served = [...areas.campusAreas.values(), ...areas.programAreas.values()];
  const namesDmas = geo.dmas.length > 0 || served.some(({ dmas, exclude }) => dmas.length + exclude.dmas.length > 0);
  const hours = row.dayParting === null ? null : dayPartingSchema.parse({ days: [], ...row.dayParting });
  return {
    owner: {
      ownerKey,
      zone: row.zone,
      dedupDays: row.dedupDays,
      unknownSources: row.unknownSources,
      test: { emailDomains, names, emailPatterns },
    },
    client: { clientKey: row.clientKey, name: row.clientName, brandKey: row.brandKey, brandName: row.brandName },
    campaign: row.campaign,
    criteria: clientCriteriaSchema.parse(row.criteria ?? {}),
    criteriaVersion: row.criteriaVersion ?? 0,
    geo,
    ...areas,
    countyDmas: namesDmas ? await listCountyDmas(tx, ownerKey) : new Map(),
    campusPlaces: new Map(places),
    audience: row.audience ?? { match: 'ALL', rules: [] },
    dayParting: hours === null || hours.days.length === 0 ? null : hours,
    sourceMode: row.sourceMode ?? 'ALL_APPROVED',
    sources: row.sources,
    programs: choosePrograms(row.programs),
    prices: row.prices.map((price) => ({ ...price, validFrom: new Date(price.validFrom) })),
    valueMap: valueMap(row.values),
  };
};
