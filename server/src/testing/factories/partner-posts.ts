import { Writable } from 'node:stream';
import { type LeadAnswer } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach } from 'vitest';
import { TEST_NOW, useApp } from '../app.ts';
import { makeCampaign, makePartner } from './factories.ts';
import { allowFastPosts, clientNameOf, makeMonths, makePostingKey, postBody } from './posting.ts';

/** A campaign that leads are posted to. */
export interface PostPlace {
  ownerKey: number;
  partnerKey: number;
  goalKey: number;
  campaignKey: number;
  key: string;
  clientName: string;
}
export type PostedFields = Record<string, unknown>;

/** A server that partners post leads to, with a campaign of its own for each test. */
export const usePosts = () => {
  const logged: string[] = [];
  const log = new Writable({
    write: (chunk: Buffer, _, done) => {
      logged.push(chunk.toString());
      done();
    },
  });
  const harness = useApp({ pool: 12, log });
  let one: PostPlace;
  let number = 0;

  /** A campaign with a posting key; of a partner of its own unless told. */
  const makePlace = (over: { partnerKey?: number; key?: string; ownerKey?: number; goalKey?: number } = {}) =>
    harness.asMigrator(async (tx): Promise<PostPlace> => {
      const partnerKey = over.partnerKey ?? (await makePartner(tx));
      const campaign = await makeCampaign(tx, { ...over, partnerKey });
      const key = over.key ?? (await makePostingKey(tx, partnerKey, TEST_NOW));
      await allowFastPosts(tx, partnerKey);
      return { ...campaign, key, clientName: await clientNameOf(tx, campaign.campaignKey) };
    });

  beforeAll(() => harness.asMigrator((tx) => makeMonths(tx, '2025-12-01', '2026-05-01')));
  beforeEach(async () => {
    harness.clock.set(TEST_NOW);
    one = await makePlace();
  });

  const bodyOf = (over: PostedFields = {}, place = one): PostedFields => ({
    ...postBody((number += 1), place),
    ...over,
  });

  const send = (
    body: PostedFields,
    headers: Record<string, string> = { 'x-partner-key': one.key },
    url = '/lead/v1/post',
  ) => harness.app.inject({ method: 'POST', url, headers, payload: body });
  const post = async (body: PostedFields, place = one): Promise<LeadAnswer> => {
    const { statusCode, payload } = await send(body, { 'x-partner-key': place.key });
    if (statusCode !== 200) throw new Error(`${statusCode} ${payload}`);
    return JSON.parse(payload) as LeadAnswer;
  };
  const statuses = (answers: readonly LeadAnswer[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const answer of answers) {
      const word = answer.outcome === 'error' ? 'error' : answer.status;
      counts[word] = (counts[word] ?? 0) + 1;
    }
    return counts;
  };
  const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
  const plan = (month: Record<string, number>, { ownerKey, campaignKey } = one) =>
    harness.asMigrator(async (tx) => {
      for (const [column, value] of Object.entries(month))
        await sql`update campaign_month set ${sql.ref(column)} = ${value} where owner_key = ${ownerKey} and campaign_key = ${campaignKey}`.execute(
          tx,
        );
    });
  const many = (count: number, place = one): Promise<LeadAnswer[]> =>
    Promise.all(Array.from({ length: count }, () => post(bodyOf({}, place), place)));
  const leads = async (campaignKey = one.campaignKey) =>
    (
      await harness.asMigrator((tx) =>
        sql<Record<string, unknown> & { status: string; lead_key: number }>`
        select * from lead where campaign_key = ${campaignKey} order by lead_key
      `.execute(tx),
      )
    ).rows;
  const codes = (answer: LeadAnswer): string[] =>
    'reasons' in answer ? (answer.reasons ?? []).map(({ code }) => code) : [];
  return {
    harness,
    logged,
    makePlace,
    bodyOf,
    send,
    post,
    statuses,
    write,
    plan,
    many,
    leads,
    codes,
    one: (): PostPlace => one,
    /** How many bodies were made: what tells the last one's person from others. */
    count: (): number => number,
  };
};
