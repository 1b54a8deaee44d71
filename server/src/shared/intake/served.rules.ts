import { type GeoMaps, type ServiceArea } from '@paceline/contract';
import { type CampaignRules, type RuleProgram } from './campaign-rules.ts';
import { type LeadFields } from './lead-fields.ts';
import { findProgram } from './placement.rules.ts';

type Areas = Pick<CampaignRules, 'campusAreas' | 'programAreas'>;

/** Areas served by the programs, by their own area or their campus's: one match is enough. Null: one of them serves the whole US. */
export const areasOf = (
  { campusAreas, programAreas }: Areas,
  programs: readonly Pick<RuleProgram, 'programKey' | 'campusKey'>[],
): ServiceArea[] | null => {
  const areas = new Set(
    programs.map(({ programKey, campusKey }) => programAreas.get(programKey) ?? campusAreas.get(campusKey)),
  );
  return areas.size === 0 || areas.has(undefined) ? null : [...areas].filter((area) => area !== undefined);
};

/** Areas served for a lead's request: its program, else the programs of its campus, else all of the campaign's. */
export const areasFor = (
  rules: CampaignRules,
  lead: Pick<LeadFields, 'programCode' | 'campusCode'>,
): ServiceArea[] | null => {
  const program = findProgram(rules, lead);
  if (program !== null) return areasOf(rules, [program]);
  const campus = lead.campusCode?.toLowerCase();
  const ofCampus = rules.programs.filter(({ campusCode }) => campusCode.toLowerCase() === campus);
  return areasOf(rules, ofCampus.length > 0 ? ofCampus : rules.programs);
};

export const geoMapsOf = ({ campusPlaces, countyDmas }: CampaignRules): GeoMaps => ({
  campusAt: (campusKey) => campusPlaces.get(campusKey) ?? null,
  dmaOf: (fips) => countyDmas.get(fips) ?? null,
});
