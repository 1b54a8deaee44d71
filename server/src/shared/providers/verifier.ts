import { type Scope } from '../../db/scope/scope.ts';
import { type Database } from '../../db/scope/tx.ts';
import { type OutboundHttp } from '../../lib/guarded-http.ts';
import { type CampaignRules } from '../intake/campaign-rules.ts';
import { type Lookups } from '../intake/check.ts';
import { type LeadFields } from '../intake/lead-fields.ts';
import { loadAccounts } from './accounts.queries.ts';
import { verifyLead } from './verify-lead.ts';

interface VerifierDeps {
  db: Database;
  secret: Buffer;
  http: OutboundHttp;
  /** Disables the local provider in production, whatever the stored accounts say. */
  isProduction?: boolean;
}

/** Verifies a posted lead with the providers its client requires, using the owner's accounts. */
export type Verifier = (scope: Scope, rules: CampaignRules, lead: LeadFields) => Promise<Lookups['verified']>;

export const createVerifier =
  ({ db, secret, http, isProduction = false }: VerifierDeps): Verifier =>
  async (scope, { owner: { ownerKey }, client: { clientKey }, criteria, campaign }, lead) => {
    const policies = criteria.verification;
    const { certificate, phone, email, clientCrm } = policies;
    if ([certificate, phone, email, clientCrm].every((policy) => policy === 'OFF')) return new Map();
    const accounts = await db.readScope(scope, (tx) => loadAccounts(tx, secret, ownerKey, { clientKey, isProduction }));
    const input = {
      // The lead has no number of ours until it is stored.
      reference: lead.transactionId ?? campaign.code,
      partner: campaign.code,
      email: lead.email,
      phone: lead.phone,
      ipAddress: lead.ipAddress,
      trustedFormCertUrl: lead.trustedFormCertUrl,
      jornayaLeadId: lead.jornayaLeadId,
    };
    return verifyLead({ http }, { accounts, policies, input });
  };
