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
  /** In production the local provider does not exist, whatever the rows say. */
  isProduction?: boolean;
}

/** Asks about a posted lead whomever its client wants asked, with the owner's own accounts. */
export type Verifier = (scope: Scope, rules: CampaignRules, lead: LeadFields) => Promise<Lookups['verified']>;

export const createVerifier =
  ({ db, secret, http, isProduction = false }: VerifierDeps): Verifier =>
  async (scope, { owner: { ownerKey }, client: { clientKey }, criteria, campaign }, lead) => {
    const policies = criteria.verification;
    const { certificate, phone, email, clientCrm } = policies;
    if ([certificate, phone, email, clientCrm].every((policy) => policy === 'OFF')) return new Map();
    const accounts = await db.readScope(scope, (tx) => loadAccounts(tx, secret, ownerKey, { clientKey, isProduction }));
    const input = {
      // The lead has no number of ours before it is taken.
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
