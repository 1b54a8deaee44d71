import { type ClickStatus, clickStatusOf } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach } from 'vitest';
import { TEST_NOW, useApp } from '../app.ts';
import { CHROME, codeOf, makeClickUrl } from '../factories/clicks.ts';
import { makeCampaign } from '../factories/factories.ts';
import { makeMonths } from '../factories/posting.ts';

/** A campaign with a link. */
export interface LinkPlace {
  ownerKey: number;
  partnerKey: number;
  goalKey: number;
  campaignKey: number;
  code: string;
}
interface Opening {
  agent?: string;
  ip?: string;
  headers?: Record<string, string>;
  method?: 'GET' | 'HEAD';
}
interface StoredRow {
  clickId: string;
  status: ClickStatus;
  row: Record<string, unknown>;
}

/** A server whose links visitors open, with a campaign of its own for each test. */
export const useLinks = () => {
  const harness = useApp({ pool: 12 });
  let one: LinkPlace;
  let visitors = 0;
  const makePlace = (over: { partnerKey?: number; ownerKey?: number; code?: string } = {}, url?: string) =>
    harness.asMigrator(async (tx): Promise<LinkPlace> => {
      const campaign = await makeCampaign(tx, over);
      await makeClickUrl(tx, campaign, url === undefined ? {} : { url });
      return { ...campaign, code: await codeOf(tx, campaign.campaignKey) };
    });
  const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
  beforeAll(() => harness.asMigrator((tx) => makeMonths(tx, '2025-12-01', '2026-05-01')));
  beforeEach(async () => {
    harness.clock.set(TEST_NOW);
    one = await makePlace();
  });

  /** Somebody else each time, unless told. */
  const open = async (link: string, { agent = CHROME, ip, headers = {}, method = 'GET' }: Opening = {}) => {
    visitors += 1;
    const remoteAddress = ip ?? `12.0.${visitors >> 8}.${visitors & 255}`;
    const answer = await harness.app.inject({
      method,
      url: `/c/${link}`,
      remoteAddress,
      headers: { 'user-agent': agent, ...headers },
    });
    const { location } = answer.headers;
    return { status: answer.statusCode, location: location ?? null, answer };
  };
  const clicks = async (campaignKey = one.campaignKey): Promise<StoredRow[]> => {
    const { rows } = await harness.asMigrator((tx) =>
      sql<Record<string, unknown> & { status: number; click_id: string }>`
        select * from click where campaign_key = ${campaignKey} order by click_key
      `.execute(tx),
    );
    return rows.map((row) => ({ clickId: row.click_id, status: clickStatusOf(row.status), row }));
  };
  const statuses = async (campaignKey?: number) => (await clicks(campaignKey)).map(({ status }) => status);
  return { harness, makePlace, write, open, clicks, statuses, one: (): LinkPlace => one };
};
