import { type Check } from '../check.ts';
import { findProgram } from '../placement.rules.ts';
import { failed, OFF, PASSED } from './check-results.ts';

export const program: Check = {
  id: 'program',
  title: 'Program and campus',
  run: ({ lead, rules }) => {
    if (rules.programs.length === 0) return OFF;
    const { campusCode, programCode } = lead;
    const campus = campusCode?.toLowerCase();
    if (campus !== undefined && !rules.programs.some((one) => one.campusCode.toLowerCase() === campus)) {
      const message = 'Campus is not open for this campaign.';
      return failed('INV', { code: 'CAMPUS_UNKNOWN', field: 'campusCode', message });
    }
    if (programCode === null || findProgram(rules, lead)?.active === true) return PASSED;
    const message = 'Program is not open for this campaign.';
    return failed('INV', { code: 'PROGRAM_CLOSED', field: 'programCode', message });
  },
  explain: ({ lead, rules }) => ({
    value: [lead.programCode, lead.campusCode].filter((code) => code !== null).join(' at ') || null,
    rule:
      rules.programs.length === 0
        ? 'The campaign has no programs'
        : `One of ${rules.programs.filter(({ active }) => active).length} open programs`,
  }),
};
