import { DEFAULT_TEST_SETTINGS } from '@paceline/contract';
import { type Owner } from '../../build/model.ts';
import { type Builder } from '../../build/organisation.ts';
import { colleagueFor, type Directory } from '../directory.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SAVED_DAYS_AGO = 200;

/** Writes each owner's test lead rules, and the demo's local provider, which makes no outside requests and says so. */
export const writeLeadTests = ({ sheets, now }: Builder, owners: readonly Owner[], directory: Directory): void => {
  const savedAt = new Date(now.getTime() - SAVED_DAYS_AGO * DAY_MS);
  for (const owner of owners) {
    sheets.put('lead_test_setting', {
      owner_key: owner.key,
      version: 1,
      body: JSON.stringify({ ...DEFAULT_TEST_SETTINGS, emailPatterns: ['qa*@partner.example'] }),
      saved_by: colleagueFor(directory, owner, ['accountManager'], owner.key)?.key ?? null,
      saved_at: savedAt,
    });
    sheets.put('provider_account', { owner_key: owner.key, provider: 'LOCAL', key_id: 1, set_at: savedAt });
  }
};
