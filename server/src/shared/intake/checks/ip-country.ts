import { type CampaignRules } from '../campaign-rules.ts';
import { type Check, type CheckInput, type Reason } from '../check.ts';
import { byPolicy, OFF, PASSED } from './check-results.ts';

/** The US and its territories, which have country codes of their own. */
const HOME: readonly string[] = ['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM'];
/** Military mail: service members abroad have foreign IP addresses. */
const ARMED_FORCES: ReadonlySet<string> = new Set(['AA', 'AE', 'AP']);

/** Additional countries that the client accepts. */
const takenAbroad = ({ criteria }: CampaignRules): readonly string[] =>
  criteria.fields.find(({ parameter }) => parameter === 'country')?.allowedValues ?? [];

/** Addresses missing from the table are accepted. */
export const isAcceptedCountry = (rules: CampaignRules, country: string | null): boolean =>
  country === null || HOME.includes(country) || takenAbroad(rules).includes(country);

/** Skipped for call centers: an agent's address says nothing about the caller. */
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
