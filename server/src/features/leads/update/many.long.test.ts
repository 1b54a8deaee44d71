import {
  bulkImportApply,
  type BulkImportResult,
  bulkImportUndo,
  leadUpdatePreview,
  MAX_LEADS_CHANGED,
} from '@paceline/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { makeDesk, makeDeskLead } from '../../../testing/factories/lead-desk.ts';

const harness = useApp();

test('the maximum number of leads is changed and undone by one search; one more is refused', async () => {
  const desk = await makeDesk(harness);
  const first = await makeDeskLead(harness, desk.owner, desk.campaignKey, 'INV');
  await harness.asMigrator((tx) =>
    sql`
      insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, status, device, client_price, media_price)
      select owner_key, captured_date, 'L-MANY-' || n, created_at, campaign_key, status, device, client_price, media_price
      from lead, generate_series(1, ${MAX_LEADS_CHANGED}) n where lead_key = ${first}`.execute(tx),
  );
  const params = { owner: desk.owner };
  const preview = () =>
    harness.call(leadUpdatePreview, desk.as, {
      params,
      body: { leads: { search: { leadStatus: ['INV'] } }, statusCode: 'TST' } as never,
    });
  const statuses = async () => {
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ status: string; n: number }>`
        select status, count(*)::int as n from lead where owner_key = ${desk.owner} group by 1 order by 1`.execute(tx),
    );
    return rows;
  };
  expect((await preview()).body).toMatchObject({
    code: 'VALIDATION',
    errors: [{ field: 'leads', message: 'More than 5,000 leads match. Narrow the search.' }],
  });
  await harness.asMigrator((tx) => sql`update lead set status = 'DUP' where lead_key = ${first}`.execute(tx));
  const { importKey, counts } = (await preview()).body.data as BulkImportResult;
  expect(counts).toMatchObject({ changed: MAX_LEADS_CHANGED, error: 0 });
  await harness.call(bulkImportApply, desk.as, { params: { ...params, importKey }, body: {} });
  expect(await statuses()).toEqual([
    { status: 'DUP', n: 1 },
    { status: 'TST', n: MAX_LEADS_CHANGED },
  ]);
  await harness.call(bulkImportUndo, desk.as, { params: { ...params, importKey } });
  expect(await statuses()).toEqual([
    { status: 'DUP', n: 1 },
    { status: 'INV', n: MAX_LEADS_CHANGED },
  ]);
});
