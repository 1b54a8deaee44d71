import { type CampaignRules } from '../campaign-rules.ts';
import { type Check, type CheckInput, type Reason } from '../check.ts';
import { byPolicy, OFF, PASSED } from './check-results.ts';

/** The US with its territories, which have country codes of their own. */
const HOME: readonly string[] = ['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM'];
/** Mail of the armed forces: whoever serves abroad asks from abroad. */
const ARMED_FORCES: ReadonlySet<string> = new Set(['AA', 'AE', 'AP']);

/** Those that the client takes leads of besides. */
const takenAbroad = ({ criteria }: CampaignRules): readonly string[] =>
  criteria.fields.find(({ parameter }) => parameter === 'country')?.allowedValues ?? [];

/** What the table does not have is held against nobody. */
export const isAcceptedCountry = (rules: CampaignRules, country: string | null): boolean =>
  country === null || HOME.includes(country) || takenAbroad(rules).includes(country);

/** An agent's own address says nothing about who called. */
const isAsked = ({ lead, rules, lookups }: CheckInput): boolean =>
  rules.criteria.quality.ipCountry !== 'OFF' &&
  lookups.ipCountry !== undefined &&
  lead.leadSourceType === 'web' &&
  lead.ipAddress !== null;

export const ipCountry: Check = {
  id: 'ipCountry',
  title: 'Country of the IP address',
  skippedBy: ['scrub'],
  run: (input) => {
    const { lead, rules, lookups } = input;
    const { ipCountry: policy } = rules.criteria.quality;
    if (policy === 'OFF' || !isAsked(input)) return OFF;
    const country = lookups.ipCountry ?? null;
    if (isAcceptedCountry(rules, country)) return PASSED;
    if (lead.state !== null && ARMED_FORCES.has(lead.state)) return PASSED;
    const message = 'IP address is outside the accepted countries.';
    const reason: Reason = { code: 'IP_COUNTRY', field: 'ipAddress', message, detail: `The address is of ${country}.` };
    return byPolicy(policy, reason);
  },
  explain: (input) => {
    const { lead, rules, lookups } = input;
    if (lookups.ipCountry === undefined)
      return { value: lead.ipAddress, rule: 'Not checked: the server has no table of countries' };
    const value = lead.ipAddress === null ? null : `${lead.ipAddress}, ${lookups.ipCountry ?? 'country not known'}`;
    const countries = ['US and its territories', ...takenAbroad(input.rules)].join(', ');
    return { value, rule: `${countries}, else ${rules.criteria.quality.ipCountry.toLowerCase()}; web leads only` };
  },
};
