import { type Check, type CheckInput, type Reason } from '../check.ts';
import { byPolicy, OFF, PASSED } from './check-results.ts';

/** Skipped for call centers, whose agents share an address, and for tests, which are posted often. */
const isAsked = ({ lead, lookups }: CheckInput): boolean =>
  lead.leadSourceType === 'web' && lead.ipAddress !== null && !lead.isTest && lookups.leadsOfAddress !== undefined;

export const velocity: Check = {
  id: 'velocity',
  title: 'Leads of one IP address',
  skippedBy: ['scrub'],
  run: (input) => {
    const { velocity: policy, leadsPerAddress } = input.rules.criteria.quality;
    if (policy === 'OFF' || !isAsked(input)) return OFF;
    const { lookups, receivedAt } = input;
    // A held lead is included in the count itself.
    const before = (lookups.leadsOfAddress ?? 0) - (receivedAt === undefined ? 0 : 1);
    if (before < leadsPerAddress) return PASSED;
    const message = 'Too many leads from this IP address.';
    const detail = `${leadsPerAddress} or more leads of this address in 24 hours.`;
    const reason: Reason = { code: 'VELOCITY', field: 'ipAddress', message, detail };
    return byPolicy(policy, reason);
  },
  explain: ({ lead, rules, lookups }) => {
    const { velocity: policy, leadsPerAddress } = rules.criteria.quality;
    const counted = lookups.leadsOfAddress;
    const before =
      counted === undefined ? '' : `, ${counted > leadsPerAddress ? `more than ${leadsPerAddress}` : counted} before`;
    return {
      value: lead.ipAddress === null ? null : `${lead.ipAddress}${before}`,
      rule: `At most ${leadsPerAddress} leads of one address in 24 hours, else ${policy.toLowerCase()}; web leads only`,
    };
  },
};
