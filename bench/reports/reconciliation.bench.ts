import { rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { prepareDatabase } from '@paceline/server/src/db/migrate/migrate.ts';
import { appUrlFrom } from '@paceline/server/src/db/migrate/roles.ts';
import { type Tx } from '@paceline/server/src/db/scope/tx.ts';
import { insertComparison } from '@paceline/server/src/features/reconciliation/compare/compare.queries.ts';
import { makeCampaign, makePartner, makeUser } from '@paceline/server/src/testing/factories/factories.ts';
import { listFindings, plantDifferences } from '@paceline/server/src/testing/factories/planted-differences.ts';
import { makeTemporaryFolder } from '@paceline/server/src/testing/servers/temporary-folder.ts';
import { sql } from 'kysely';

/**
 * Are 50,000 ids with one in a hundred of each difference compared without a mistake, and does ten times the ids take about ten times
 * as long? Two owners alike but for that, one after the other.
 */
const FEW = 5_000;
const MANY = 50_000;
/** Ten times the rows; sorting and indexes take a little more than their share. */
const MAX_RATIO = 20;
const MONTH = '2026-02-01';

const compareList = async (tx: Tx, listed: number) => {
  const [mine, rival] = [await makePartner(tx), await makePartner(tx)];
  const main = await makeCampaign(tx, { partnerKey: mine });
  const { ownerKey, goalKey } = main;
  const { campaignKey: second } = await makeCampaign(tx, { ownerKey, goalKey, partnerKey: mine });
  const { campaignKey: other } = await makeCampaign(tx, { ownerKey, goalKey, partnerKey: rival });
  const { userKey } = await makeUser(tx, { group: 'ag', ownerKeys: [ownerKey] });
  const { rows, expected } = await plantDifferences(tx, { main: main.campaignKey, second, rival: other }, listed);
  const { rows: runs } = await sql<{ key: number }>`
    insert into reconciliation_run (owner_key, side, partner_key, month, file_name, file_rows, uploaded_by, uploaded_group, uploaded_at)
    values (${ownerKey}, 'media', ${mine}, ${MONTH}, 'list.csv', ${listed}, ${userKey}, 'ag', now()) returning run_key as key`.execute(
    tx,
  );
  const runKey = runs[0]!.key;
  const started = performance.now();
  const run = { ownerKey, runKey, side: 'media', partyKey: mine, month: MONTH, replaced: null } as const;
  await insertComparison(
    tx,
    run,
    rows.map((row, index) => ({ row: index + 2, date: null, ...row })),
  );
  const ms = performance.now() - started;
  const findings = await listFindings(tx, runKey);
  const sorted = (sets: Record<string, string[]>) =>
    Object.entries(sets)
      .map(([finding, ids]) => [finding, ids.toSorted()] as const)
      .toSorted(([a], [b]) => a.localeCompare(b));
  return { ms, isExact: isDeepStrictEqual(sorted(findings), sorted(expected)) };
};

const folder = await makeTemporaryFolder('bench');
const postgres = await startEmbedded({ dataDir: folder });
await prepareDatabase(postgres.url, appUrlFrom(postgres.url));
const few = await withMigrator(postgres.url, (tx) => compareList(tx, FEW));
const many = await withMigrator(postgres.url, (tx) => compareList(tx, MANY));
await postgres.stop();
await rm(folder, { recursive: true, force: true });

const ratio = many.ms / few.ms;
console.log(`${FEW} ids: ${few.ms.toFixed(0)} ms, exactly the planted differences: ${few.isExact}`);
console.log(`${MANY} ids: ${many.ms.toFixed(0)} ms, exactly the planted differences: ${many.isExact}`);
console.log(`ratio ${ratio.toFixed(1)}, at most ${MAX_RATIO}`);
if (!few.isExact || !many.isExact || ratio > MAX_RATIO) process.exitCode = 1;
