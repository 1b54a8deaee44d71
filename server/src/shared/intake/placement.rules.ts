import { type CampaignRules, type RuleProgram, type RuleSource } from './campaign-rules.ts';
import { type LeadFields } from './lead-fields.ts';

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The lead's program among those of the campaign; without a campus, the first open one. */
export const findProgram = (
  { programs }: Pick<CampaignRules, 'programs'>,
  { programCode, campusCode }: Pick<LeadFields, 'programCode' | 'campusCode'>,
): RuleProgram | null => {
  if (programCode === null) return null;
  const called = programs.filter(
    (program) => same(program.code, programCode) && (campusCode === null || same(program.campusCode, campusCode)),
  );
  return called.find(({ active }) => active) ?? called[0] ?? null;
};

export const findSource = (
  { sources }: Pick<CampaignRules, 'sources'>,
  { publisherSource }: Pick<LeadFields, 'publisherSource'>,
): RuleSource | null => {
  const tag = publisherSource.toLowerCase();
  return sources.find((source) => source.tag === tag) ?? null;
};
