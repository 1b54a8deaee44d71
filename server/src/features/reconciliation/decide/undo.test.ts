import {
  type ReconciliationDecision,
  reconciliationDecide,
  reconciliationPreview,
  type ReconciliationRow,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { SIDE_PRICES } from '../../../testing/factories/planted-differences.ts';
import { makeReconciliationWorld, type ReconciliationWorld } from '../../../testing/factories/reconciliation.ts';

const harness = useApp();
let world: ReconciliationWorld;
let desk: SignedIn;

beforeEach(async () => {
  world = await makeReconciliationWorld(harness);
  desk = await world.agency();
});

type Of = Parameters<ReconciliationWorld['rows']>[1];
const MARCH = { month: '2026-03-01' } as const;

interface Shown {
  run: { runKey: number };
  difference: number;
  accepted: number;
  agreed: number;
}
const shown = async (as: SignedIn, of: Of = {}): Promise<Shown> => (await world.read(as, of)).body.data as Shown;
const decide = async (
  as: SignedIn,
  rows: readonly ReconciliationRow[],
  decision: ReconciliationDecision,
  { of = {}, runKey }: { of?: Of; runKey?: number } = {},
) =>
  harness.call(reconciliationDecide, as, {
    params: { owner: world.owner },
    body: {
      runKey: runKey ?? (await shown(as, of)).run.runKey,
      rows: rows.map(({ rowKey, version }) => ({ rowKey, version })),
      decision,
      note: decision === 'DISPUTE' ? 'Not agreed' : '',
    },
  });
const lines = async (lead: string) => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<object>`
      select b.day::text as day, b.for_month::text as month, b.client_amount::float8 as client, b.media_amount::float8 as media, b.cause, b.reason
      from billing_adjustment b join lead l using (owner_key, lead_key)
      where b.owner_key = ${world.owner} and l.public_id = ${lead} order by b.adjustment_key`.execute(tx),
  );
  return rows;
};
/** A list of one lead at another price; its row. */
const compared = async (prefix: string, of: Of = {}): Promise<ReconciliationRow> => {
  await world.addLeads(prefix, 1, { day: of?.month === MARCH.month ? '2026-03-05' : '2026-02-10' });
  await world.upload(desk, ['Lead Id,Price', `${prefix}000001,40`], of);
  return rowOf(desk, `${prefix}000001`, of);
};
const rowOf = async (as: SignedIn, id: string, of: Of = {}) =>
  (await world.rows(as, of)).find(({ leadId }) => leadId === id)!;

test('undoing adds a reversing adjustment today; the difference is open and can be accepted again', async () => {
  const row = await compared('A');
  const before = await shown(desk);
  expect((await decide(desk, [row], 'ACCEPT')).status).toBe(200);
  const accepted = await rowOf(desk, 'A000001');
  expect(accepted).toMatchObject({ state: 'ACCEPTED' });

  const preview = await harness.call(reconciliationPreview, desk, {
    params: { owner: world.owner },
    body: { runKey: before.run.runKey, chosen: { rowKeys: [row.rowKey] }, decision: 'UNDO' },
  });
  expect(preview.body.data).toMatchObject({ rows: 1, lines: 1, amount: 3.5, bookedMonth: '2026-03-01' });
  expect((await decide(desk, [accepted], 'UNDO')).body.data).toEqual({ decided: 1, lines: 1, amount: 3.5 });

  const line = { day: '2026-03-10', month: '2026-02-01', client: 0, cause: 'RECONCILIATION' };
  const written = await lines('A000001');
  expect(written).toEqual([
    {
      ...line,
      media: -3.5,
      reason: expect.stringMatching(/^Difference accepted from .+ for February 2026$/) as string,
    },
    {
      ...line,
      media: 3.5,
      reason: expect.stringMatching(/^Accepted difference from .+ for February 2026 undone$/) as string,
    },
  ]);
  expect(await shown(desk)).toMatchObject({ difference: before.difference, accepted: 0 });
  const again = await rowOf(desk, 'A000001');
  expect(again).toMatchObject({ state: 'OPEN', ourAmount: SIDE_PRICES.media, decidedGroup: 'ag' });

  expect((await decide(desk, [again], 'ACCEPT')).body.data).toMatchObject({ lines: 1, amount: -3.5 });
  expect((await decide(desk, [await rowOf(desk, 'A000001')], 'UNDO')).body.data).toMatchObject({
    lines: 1,
    amount: 3.5,
  });
  expect((await lines('A000001')).map((one) => (one as { media: number }).media)).toEqual([-3.5, 3.5, -3.5, 3.5]);

  const { rows: auditLines } = await harness.asMigrator((tx) =>
    sql<{ after: object }>`
      select after from audit_log
      where owner_key = ${world.owner} and action = 'reconciliationDecided' order by audit_key`.execute(tx),
  );
  expect(auditLines.map(({ after }) => after)).toMatchObject([
    { decision: 'ACCEPT', lines: 1, amount: -3.5 },
    { decision: 'UNDO', rowKeys: [row.rowKey], lines: 1, amount: 3.5 },
    { decision: 'ACCEPT', lines: 1, amount: -3.5 },
    { decision: 'UNDO', rowKeys: [row.rowKey], lines: 1, amount: 3.5 },
  ]);
});

test('two concurrent undos create one adjustment; later ones see the state', async () => {
  const row = await compared('B');
  await decide(desk, [row], 'ACCEPT');
  const accepted = await rowOf(desk, 'B000001');
  const colleague = await world.agency();
  const answers = await Promise.all([decide(desk, [accepted], 'UNDO'), decide(colleague, [accepted], 'UNDO')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const late = answers.find(({ status }) => status === 409)!;
  expect(late.body.message).toMatch(/^B000001: It is open by .+\. You chose to undo that\.$/);
  expect(await lines('B000001')).toHaveLength(2);
  // A repeated request by the same user is carried out once.
  const undone = answers[0].status === 200 ? desk : colleague;
  expect((await decide(undone, [accepted], 'UNDO')).body.data).toEqual({ decided: 0, lines: 0, amount: 0 });
  expect(await lines('B000001')).toHaveLength(2);
});

test('a row accepted, undone and accepted again is not undone from an outdated page', async () => {
  const row = await compared('C');
  await decide(desk, [row], 'ACCEPT');
  const firstView = await rowOf(desk, 'C000001');
  const colleague = await world.agency();
  await decide(colleague, [firstView], 'UNDO');
  await decide(colleague, [await rowOf(desk, 'C000001')], 'ACCEPT');
  const late = await decide(desk, [firstView], 'UNDO');
  expect(late.body).toMatchObject({
    code: 'STALE_ROW',
    message: 'C000001: It is accepted by now. You chose to undo that.',
  });
  expect(await lines('C000001')).toHaveLength(3);
});

test('each side undoes its own decisions: the partner its agreement, without an adjustment; a replaced list cannot be undone', async () => {
  const partner = await world.partner();
  const row = await compared('D', MARCH);
  await decide(desk, [row], 'ACCEPT', { of: MARCH });
  const refused = await decide(partner, [await rowOf(partner, 'D000001', MARCH)], 'UNDO', { of: MARCH });
  expect(refused.status).toBe(422);
  expect(refused.body.message).toBe('D000001: The agency has accepted it: only the agency can undo that.');

  await world.upload(desk, ['Lead Id,Price', 'D000001,45'], MARCH);
  const before = (await shown(desk, MARCH)).difference;
  await decide(partner, [await rowOf(partner, 'D000001', MARCH)], 'AGREE', { of: MARCH });
  const agreed = await rowOf(desk, 'D000001', MARCH);
  expect((await decide(desk, [agreed], 'UNDO', { of: MARCH })).body.message).toBe(
    'D000001: The other side has agreed to it: only they can undo that.',
  );
  expect((await decide(partner, [agreed], 'UNDO', { of: MARCH })).body.data).toEqual({
    decided: 1,
    lines: 0,
    amount: 0,
  });
  expect(await shown(desk, MARCH)).toMatchObject({ difference: before, agreed: 0 });
  expect(await lines('D000001')).toHaveLength(1);

  const { run } = await shown(desk, MARCH);
  await decide(desk, [await rowOf(desk, 'D000001', MARCH)], 'ACCEPT', { of: MARCH });
  const accepted = await rowOf(desk, 'D000001', MARCH);
  await world.upload(desk, ['Lead Id,Price', 'D000001,45'], MARCH);
  const old = await decide(desk, [accepted], 'UNDO', { runKey: run.runKey });
  expect(old.body).toMatchObject({ code: 'STALE_ROW' });
  expect(await lines('D000001')).toHaveLength(2);
});
