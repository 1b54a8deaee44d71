import {
  type BillingSide,
  type BulkImportResult,
  fillPath,
  type Permission,
  reconciliationGet,
  reconciliationImport,
  type ReconciliationRow,
  reconciliationSearch,
} from '@paceline/contract';
import { expect } from 'vitest';
import { type Answer, type SignedIn, type TestApp } from '../app.ts';
import { clientOf } from './delivery-factories.ts';
import { makeCampaign, makePartner } from './factories.ts';
import { addLeads as insertLeads, idOf } from './planted-differences.ts';

const RIGHTS: Permission[] = ['reports:Billable', 'leadanalyzer:Export'];

interface ListOf {
  side?: BillingSide;
  party?: number;
  month?: string;
  apply?: string;
}

/** Sends a list as its sender would, to be compared at once unless it says otherwise. */
const sendList = async (
  harness: TestApp,
  as: SignedIn,
  {
    owner,
    side,
    partyKey,
    month,
    apply = 'allOrNothing',
  }: { owner: number; side: BillingSide; partyKey: number; month: string; apply?: string },
  lines: readonly string[],
): Promise<{ status: number; body: Answer['body']; data: BulkImportResult }> => {
  const form = new FormData();
  form.set('file', new File([lines.join('\n')], 'list.csv'));
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const { statusCode, payload } = await harness.app.inject({
    method: 'POST',
    url: `/api${fillPath(reconciliationImport.path, { owner }, as.group)}?apply=${apply}&side=${side}&partyKey=${partyKey}&month=${month}`,
    headers: { ...as.headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const body = JSON.parse(payload) as Answer['body'];
  return { status: statusCode, body, data: body.data as BulkImportResult };
};

/** Two owners; at the first two partners, the first with two campaigns for one client and one for another. */
export const makeReconciliationWorld = async (harness: TestApp) => {
  const fixture = await harness.asMigrator(async (tx) => {
    const [first, second] = [await makePartner(tx), await makePartner(tx)];
    const one = await makeCampaign(tx, { partnerKey: first });
    const { ownerKey, goalKey } = one;
    const two = await makeCampaign(tx, { ownerKey, goalKey, partnerKey: first });
    const rival = await makeCampaign(tx, { ownerKey, goalKey, partnerKey: second });
    const elsewhere = await makeCampaign(tx, { ownerKey, partnerKey: first });
    const abroad = await makeCampaign(tx, { partnerKey: first });
    return {
      owner: ownerKey,
      other: abroad.ownerKey,
      partners: [first, second] as const,
      clientKey: await clientOf(tx, ownerKey, one.campaignKey),
      otherClient: await clientOf(tx, ownerKey, elsewhere.campaignKey),
      campaigns: {
        main: one.campaignKey,
        second: two.campaignKey,
        rival: rival.campaignKey,
        elsewhere: elsewhere.campaignKey,
        abroad: abroad.campaignKey,
      },
    };
  });
  const { owner, other, partners, clientKey, campaigns } = fixture;

  const addLeads = (
    prefix: string,
    count: number,
    { campaign = 'main', ...place }: { campaign?: keyof typeof campaigns } & Parameters<typeof insertLeads>[4] = {},
  ) => harness.asMigrator((tx) => insertLeads(tx, campaigns[campaign], prefix, count, place));

  const upload = (as: SignedIn, lines: readonly string[], of: ListOf = {}) => {
    const { side = 'media', party = side === 'media' ? partners[0] : clientKey, month = '2026-02-01', ...rest } = of;
    return sendList(harness, as, { owner, side, partyKey: party, month, ...rest }, lines);
  };
  const read = async (as: SignedIn, of: ListOf & { runKey?: number } = {}) => {
    const { side = 'media', party = side === 'media' ? partners[0] : clientKey, month = '2026-02-01', runKey } = of;
    const body = { side, partyKey: party, month, ...(runKey !== undefined && { runKey }) };
    return harness.call(reconciliationGet, as, { params: { owner }, body });
  };
  /** The rows of the run that counts. */
  const rows = async (as: SignedIn, of: ListOf & { kind?: string } = {}): Promise<ReconciliationRow[]> => {
    const { runKey } = ((await read(as, of)).body.data as { run: { runKey: number } }).run;
    const body = { runKey, limit: 500, ...(of.kind !== undefined && { kind: of.kind }) } as never;
    const answer = await harness.call(reconciliationSearch, as, { params: { owner }, body });
    expect(answer.status).toBe(200);
    return (answer.body.data as { rows: ReconciliationRow[] }).rows;
  };

  return {
    ...fixture,
    addLeads,
    idOf,
    upload,
    read,
    rows,
    agency: () => harness.signedIn('ag', { owners: [owner], permissions: RIGHTS }),
    client: () => harness.signedIn('cl', { owners: [owner], permissions: RIGHTS }),
    partner: (which: 0 | 1 = 0) =>
      harness.signedIn('mp', { owners: [owner, other], permissions: RIGHTS, partnerKey: partners[which] }),
    stranger: () => harness.signedIn('ag', { owners: [other], permissions: RIGHTS }),
  };
};
export type ReconciliationWorld = Awaited<ReturnType<typeof makeReconciliationWorld>>;
