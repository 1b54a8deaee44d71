import { fork } from 'node:child_process';
import { once } from 'node:events';
import { campaignListQuery } from '@paceline/contract';
import { makeScope } from '@paceline/server/src/db/scope/make-scope.ts';
import { streamCampaigns } from '@paceline/server/src/features/campaigns/list/list.service.ts';
import { systemClock } from '@paceline/server/src/lib/clock.ts';
import { endProcess, openClient } from '../load/connections.ts';
import { openCampaignStore } from './campaign-store.ts';
import { median } from '../measure.ts';
import { capture, replay } from '../intake/replay.ts';

/**
 * What does a page of the campaign list cost beyond its SQL, in an owner with very many? The call through the API, status
 * by status, against the very statements that it sends, replayed by the bare driver.
 */
const CAMPAIGNS = 100_000;
const ROUNDS = 15;
const MAX_RATIO = 1.5;

/** A first page, one far down, and what somebody types who looks for one campaign. */
const QUESTIONS: Record<string, Record<string, string>> = {
  'first page': { limit: '50' },
  'far down': { limit: '50', text: '99' },
  'typed c': { limit: '50', text: 'c' },
  'typed ca': { limit: '50', text: 'ca' },
  'typed campaign 77': { limit: '50', text: 'campaign 77' },
  'typed campaign 7777': { limit: '50', text: 'campaign 7777' },
  'typed what is not there': { limit: '50', text: 'campaignx' },
  'by code': { limit: '50', code: 'C-777' },
  'active ones': { limit: '50', statusGroup: 'active' },
  'stopped by a cap': { limit: '50', statusGroup: 'stoppedByCap' },
};

const ask = async (url: string, token: string): Promise<number> => {
  const start = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (!text.includes('"__end":true')) throw new Error(`The list was cut: ${text.slice(-200)}`);
  return performance.now() - start;
};

const store = await openCampaignStore([CAMPAIGNS]);
const child = fork(new URL('../api-server.ts', import.meta.url), [store.appUrl], { execArgv: ['--expose-gc'] });
const [address] = (await once(child, 'message')) as [string];
const bare = await openClient(store.appUrl);
let missed = false;
try {
  const ownerKey = store.owners.get(CAMPAIGNS)!;
  const scope = makeScope({ userKey: 1, group: 'ag', ownerKeys: [ownerKey], partnerKey: null });
  for (const [name, query] of Object.entries(QUESTIONS)) {
    const parsed = campaignListQuery.parse(query);
    const statements = await capture(store.appUrl, (db) =>
      streamCampaigns({ db, clock: systemClock }, { scope }, ownerKey, parsed, {}),
    );
    const url = `${address}/api/ag/${ownerKey}/campaigns?${new URLSearchParams(query).toString()}`;
    await ask(url, store.token);
    const runs: { api: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      runs.push({ api: await ask(url, store.token), bare: (await replay(bare, statements)).total });
    }
    const [api, sql] = [median(runs.map((run) => run.api)), median(runs.map((run) => run.bare))];
    missed ||= api / sql > MAX_RATIO;
    console.log(
      `${name.padEnd(24)} API ${api.toFixed(1).padStart(7)} ms, bare SQL ${sql.toFixed(1).padStart(7)} ms, ratio ${(api / sql).toFixed(2)}`,
    );
  }
  process.exitCode = missed ? 1 : 0;
} finally {
  await bare.end();
  await endProcess(child);
  await store.close();
}
