import { isGoodLead, type LeadReason } from '@paceline/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeScope } from '../../src/db/scope/make-scope.ts';
import { pastLeads } from '../../src/features/clients/replay/past-leads.queries.ts';
import { pastFields } from '../../src/features/clients/replay/replay-lead.ts';
import { openPerson } from '../../src/lib/secrets/seal.ts';
import { type CampaignRules } from '../../src/shared/intake/campaign-rules.ts';
import { CHECKS } from '../../src/shared/intake/checks/check-list.ts';
import { decide } from '../../src/shared/intake/decide.ts';
import { type LeadFields } from '../../src/shared/intake/lead-fields.ts';
import { loadCampaignRules } from '../../src/shared/intake/load-rules.queries.ts';
import { useDatabase } from '../../src/testing/database.ts';
import { someLookups } from '../../src/testing/factories/intake.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../small-demo.ts';
import { OWN_RULE_CHECKS } from './own-rules.ts';

/** The demo's leads against the rules of their own campaign and client: the displayed reason must be true. */
const database = useDatabase({ filled: SMALL_DEMO });
const SECRET = Buffer.from('a secret for tests only, of 32 chars');
const DAY_MS = 86_400_000;
const from = new Date(SMALL_DEMO_NOW.getTime() - 600 * DAY_MS);

/** Reasons that depend on the lead and the rules alone. Others depend on caps, earlier leads, external answers or past pauses. */
const BY_LEAD: ReadonlySet<string> = new Set<LeadReason>([
  'ZIP_STATE_MISMATCH',
  'AGE_UNDER_MIN',
  'AUDIENCE_NOT_MATCHED',
  'GEO_NOT_ALLOWED',
  'EDU_LEVEL',
  'NAME_FRAUD',
  'CONSENT_MISSING',
  'DAY_PART',
  'SOURCE_BLOCKED',
]);

interface Told {
  client: string;
  campaign: string;
  lead: string;
  stored: string;
  chain: string;
}

/** Before it was blocked, a source was approved: its earlier leads are good. */
const beforeBlocks = (rules: CampaignRules): CampaignRules => ({
  ...rules,
  sources: rules.sources.map((source) =>
    source.status === 'APPROVED' && source.action !== 'BLOCK'
      ? source
      : { ...source, status: 'APPROVED', action: 'ALLOW' },
  ),
});

test('accepted leads pass the rules of their client and campaign, and refused ones fail for the stored reason', async () => {
  const { clients, tags } = await database.asMigrator(async (tx) => ({
    clients: (
      await sql<{ ownerKey: number; clientKey: number; name: string }>`
        select owner_key as "ownerKey", client_key as "clientKey", name from client order by 2`.execute(tx)
    ).rows,
    tags: new Map(
      (
        await sql<{ leadKey: number; tag: string }>`
          select l.lead_key as "leadKey", s.source_tag as tag from lead l join publisher_source s using (publisher_source_key)
          where l.created_at >= ${from}`.execute(tx)
      ).rows.map(({ leadKey, tag }) => [leadKey, tag]),
    ),
  }));
  const wrong: Told[] = [];
  let good = 0;
  const refused = new Map<string, number>();
  for (const { ownerKey, clientKey, name } of clients) {
    const scope = makeScope({ userKey: null, group: 'system', ownerKeys: [ownerKey], partnerKey: null });
    const rulesOf = new Map<number, CampaignRules | null>();
    const span = { ownerKey, clientKey, from, to: SMALL_DEMO_NOW };
    for await (const lead of database.db.streamScope(scope, pastLeads(span, true))) {
      let rules = rulesOf.get(lead.campaignKey);
      if (rules === undefined) {
        rules = await database.db.readScope(scope, (tx) => loadCampaignRules(tx, ownerKey, lead.campaignKey));
        rulesOf.set(lead.campaignKey, rules);
      }
      if (rules === null || lead.sealed === null) continue;
      const isGood = isGoodLead(lead.status);
      const stored = lead.reasons.filter((reason) => BY_LEAD.has(reason));
      if (!isGood && stored.length === 0) continue;
      const { firstName, lastName, email, phone } = openPerson(
        SECRET,
        { ownerKey, leadKey: lead.leadKey },
        lead.sealed,
      );
      const fields: LeadFields = {
        ...pastFields(lead, null),
        firstName,
        lastName,
        email: email === '' ? null : email,
        phone,
        publisherSource: tags.get(lead.leadKey) ?? '',
      };
      const { reasons, status } = decide(
        {
          lead: fields,
          rules: stored.includes('SOURCE_BLOCKED') ? rules : beforeBlocks(rules),
          lookups: someLookups(),
          now: lead.createdAt,
          skips: new Set(),
        },
        CHECKS,
      );
      // A good lead may have been held for a while.
      const chain = status === 'HLD' ? '' : reasons.map(({ code }) => code).join(' ');
      if (isGood) good += 1;
      else refused.set(stored[0]!, (refused.get(stored[0]!) ?? 0) + 1);
      if (chain !== stored.join(' '))
        wrong.push({
          client: name,
          campaign: rules.campaign.name,
          lead: lead.publicId,
          stored: `${lead.status} ${stored.join(' ')}`,
          chain,
        });
    }
  }
  expect(good).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
  const reasons = ['AUDIENCE_NOT_MATCHED', 'NAME_FRAUD', 'SOURCE_BLOCKED', 'ZIP_STATE_MISMATCH'];
  expect(reasons.filter((reason) => !refused.has(reason))).toEqual([]);
});

test.each(OWN_RULE_CHECKS)('$name: none', async ({ query }) => {
  const { rows } = await database.asMigrator((tx) => sql<{ value: number }>`${sql.raw(query)}`.execute(tx));
  expect(rows).toEqual([{ value: 0 }]);
});
