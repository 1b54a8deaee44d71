import {
  ALL_PERMISSIONS,
  campaignSummaryStream,
  type CallResponse,
  ioNextMonthPreview,
  ioRecipientList,
  roundHalfUp,
  sumOf,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../src/testing/app.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../small-demo.ts';

const harness = useApp({ filled: SMALL_DEMO });
let owners: number[];
let desk: SignedIn;

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ owner: number }>`
      select owner_key as owner from campaign where channel = 'ppl' and deleted_at is null group by 1 order by count(*) desc limit 2`.execute(
      tx,
    ),
  );
  owners = rows.map(({ owner }) => owner);
  desk = await harness.signedIn('ag', { owners, permissions: ALL_PERMISSIONS });
});

type Row = Record<string, number | string | null>;
const tableOf = async (as: SignedIn, ownerKey: number): Promise<Row[]> => {
  const { rows } = await harness.readStream(campaignSummaryStream, as, {
    params: { brand: 'all', month: 'nextmonth' },
    query: { ownerKey: String(ownerKey) },
  });
  return rows as Row[];
};
const total = (values: readonly number[]): number => roundHalfUp(sumOf(values) ?? 0, 2);

test('next month’s orders equal next month’s table to the cent, for the agency and each partner', async () => {
  expect(owners).toHaveLength(2);
  for (const owner of owners) {
    const recipients = (await harness.call(ioRecipientList, desk, { params: { owner } })).body.data as CallResponse<
      typeof ioRecipientList
    >;
    const { orders, skipped } = (
      await harness.call(ioNextMonthPreview, desk, {
        params: { owner },
        body: {
          clientKeys: recipients.clients.map(({ clientKey }) => clientKey),
          emailNotificationKeys: recipients.contacts.map(({ emailNotificationKey }) => emailNotificationKey),
        },
      })
    ).body.data as CallResponse<typeof ioNextMonthPreview>;
    expect(orders.length).toBeGreaterThan(3);
    expect(skipped.every(({ reason }) => reason.startsWith('No allocation'))).toBe(true);

    const allocated = (await tableOf(desk, owner)).filter(
      (row) => row['vendorKey'] !== null && row['monthlyAllocation'],
    );
    const cost = (row: Row): number =>
      roundHalfUp(Number(row['monthlyAllocation']) * Number(row['aggregatorBidPrice']), 2);
    expect(total(orders.map(({ amount }) => amount))).toBe(total(allocated.map(cost)));
    expect(sumOf(orders.map(({ units }) => units))).toBe(
      sumOf(allocated.map((row) => Number(row['monthlyAllocation']))),
    );

    const partners = [...new Set(orders.map(({ partnerKey }) => partnerKey))];
    expect(partners.length).toBeGreaterThan(1);
    for (const partnerKey of partners) {
      const partner = await harness.signedIn('mp', { owners: [owner], partnerKey, permissions: ALL_PERMISSIONS });
      const theirs = (await tableOf(partner, owner)).filter((row) => row['monthlyAllocation']);
      const own = orders.filter((order) => order.partnerKey === partnerKey).map(({ amount }) => amount);
      expect({ partnerKey, amount: total(own) }).toEqual({ partnerKey, amount: total(theirs.map(cost)) });
    }
  }
});
