import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../../src/config.ts';
import { withMigrator } from '../../src/db/migrate/loader.ts';
import { openStore } from '../../src/db/store.ts';
import { clockFrom, systemClock } from '../../src/lib/clock.ts';
import { StartupError } from '../../src/lib/startup-error.ts';
import { makeRandom } from '../random.ts';
import { liveLead } from './live-lead.ts';
import { listLivePlaces, makeTrafficKeys } from './live-places.ts';

/** `npm run demo:traffic -- --rate 2 --seconds 60`: posts believable leads to the running demo, with keys of its own. */
const HOURS = 24;
const REPORT_EVERY_MS = 5_000;

const traffic = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '600' },
      url: { type: 'string' },
      seed: { type: 'string', default: String(Date.now()) },
    },
  });
  const config = readConfig();
  if (config.production) throw new StartupError('Made-up leads are not for production.');
  const url = values.url ?? `http://localhost:${config.port}`;
  const answering = await fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!answering) throw new StartupError(`Nothing answers at ${url}: start Paceline first, or name it with --url.`);
  const now = (config.now === null ? systemClock : clockFrom(config.now)).now();
  const store = await openStore(config);
  const { places, keys } = await withMigrator(store.ownerUrl, async (tx) => {
    const livePlaces = await listLivePlaces(tx, now.toISOString().slice(0, 10));
    const partners = livePlaces.map(({ campaign }) => campaign.partnerKey);
    return { places: livePlaces, keys: await makeTrafficKeys(tx, partners, now, HOURS) };
  });
  if (places.length === 0) throw new StartupError('There is no campaign to post to: load the demo first.');

  const random = makeRandom(values.seed);
  const counts = new Map<string, number>();
  const post = async (): Promise<void> => {
    const place = random.pick(places);
    const answer = await fetch(`${url}/lead/v1/post`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-partner-key': keys.get(place.campaign.partnerKey) ?? '' },
      body: JSON.stringify(liveLead(random, place, now)),
    }).then(
      (response) => response.json() as Promise<{ outcome?: string; status?: string; reasons?: { code: string }[] }>,
      () => ({ outcome: 'not answered', status: undefined, reasons: undefined }),
    );
    const why = answer.reasons?.[0]?.code;
    const word = [answer.status ?? answer.outcome ?? 'refused', ...(why === undefined ? [] : [why])].join(' ');
    counts.set(word, (counts.get(word) ?? 0) + 1);
  };
  const report = (): void => {
    const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
    console.log(sorted.map(([word, count]) => `${word} ${count}`).join(', ') || 'nothing yet');
  };

  const rate = Math.max(0.01, Number(values.rate));
  const end = performance.now() + Number(values.seconds) * 1000;
  console.log(`Posting to ${places.length} campaigns at ${url}, ${rate} leads a second. Ctrl+C ends it.`);
  const reporting = setInterval(report, REPORT_EVERY_MS);
  const running = new Set<Promise<void>>();
  while (performance.now() < end) {
    const one = post().finally(() => running.delete(one));
    running.add(one);
    // Random intervals with the given average rate, like real arrivals.
    await wait((-Math.log(1 - random.next()) / rate) * 1000);
  }
  await Promise.all(running);
  clearInterval(reporting);
  report();
  await store.close();
};

try {
  await traffic();
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
