import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { type Check, type Reason } from '../check.ts';
import { begun, byPolicy, OFF, PASSED } from './check-results.ts';

let loaded: ReadonlySet<string> | null = null;

/** The disposable email provider of an address, also for subdomains of its domains. */
const disposableDomain = (email: string): string | null => {
  const domains = (loaded ??= disposableEmailBlocklistSet());
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  for (let from = 0; from < labels.length - 1; from += 1) {
    const domain = labels.slice(from).join('.');
    if (domains.has(domain)) return domain;
  }
  return null;
};

export const disposableEmail: Check = {
  id: 'disposableEmail',
  title: 'Disposable email',
  skippedBy: ['scrub'],
  run: ({ lead, rules }) => {
    const policy = rules.criteria.quality.disposableEmail;
    if (policy === 'OFF' || lead.email === null) return OFF;
    const domain = disposableDomain(lead.email);
    if (domain === null) return PASSED;
    const message = 'Disposable email addresses are not accepted.';
    const detail = `${domain} is a disposable email provider.`;
    const reason: Reason = { code: 'EMAIL_UNDELIVERABLE', field: 'email', message, detail };
    return byPolicy(policy, reason);
  },
  explain: ({ lead, rules }) => ({
    value: lead.email,
    rule: `${begun(rules.criteria.quality.disposableEmail.toLowerCase())} disposable email addresses`,
  }),
};
