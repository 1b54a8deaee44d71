import { openFacts } from '../db/facts/facts.ts';
import { withConnection } from '../db/scope/single-connection.ts';
import { lastingDifferences } from '../jobs/recounting.ts';
import { type Clock } from '../lib/clock.ts';
import { listWaiting, type Waiting } from '../db/waiting.ts';
import { type Finding, fine, note, wrong } from './finding.ts';

/** Warning thresholds; docs/grafana/alerts.yaml alerts at the same values. */
const MAX_DIFFERENCES = 100_000;
const MAX_SECONDS = 900;
const MANY_STUCK = 100;

const minutes = (seconds: number): string => `${Math.round(seconds / 60)} minutes`;
const START_WORKER = 'Run a server with WORKER=on; its log says why it does not get on.';

const judge = ({ queue, detail, items, oldestSeconds }: Waiting): Finding | null => {
  if (queue === 'parked jobs')
    return wrong(
      'jobs',
      `${items} of the job ${detail} failed too often and are not tried again.`,
      'The log has the error. Once it is mended, start the server again: what runs by the clock comes by itself.',
    );
  if (queue === 'stuck deliveries')
    return items > MANY_STUCK
      ? note('deliveries', `${items} leads wait for somebody to look at them.`, 'Open Stuck Leads.')
      : null;
  if ((queue === 'facts' || queue === 'attributes') && items > MAX_DIFFERENCES)
    return wrong('figures', `${items} differences of ${queue} are not in the figures yet.`, START_WORKER);
  if (oldestSeconds !== null && oldestSeconds > MAX_SECONDS)
    return wrong(queue, `${items} are due, the oldest since ${minutes(oldestSeconds)}.`, START_WORKER);
  return null;
};

export const checkWaiting = async (ownerUrl: string, now: Date): Promise<Finding[]> => {
  const waiting = await withConnection(ownerUrl, (client) =>
    listWaiting({ asNobody: async (statement) => (await client.query(statement)).rows as never }, now),
  );
  const findings = waiting.flatMap((one) => judge(one) ?? []);
  return findings.some(({ level }) => level === 'wrong') ? findings : [...findings, fine('queues', 'Nothing is late.')];
};

/** The nightly recount; changes written meanwhile do not count as differences. */
export const checkFigures = async (ownerUrl: string, clock: Clock): Promise<Finding> => {
  const facts = openFacts(ownerUrl);
  try {
    const [first, ...others] = await lastingDifferences(facts, clock);
    if (first === undefined) return fine('figures', 'Every figure is what the raw rows come to.');
    const { ownerKey, day, counter, rolled, recounted } = first;
    return wrong(
      'figures',
      `${others.length + 1} figures differ from the raw rows; the first is ${counter} of owner ${ownerKey} on ${day}: ${rolled} instead of ${recounted}.`,
      'npm run db:recount -- --rebuild makes them anew.',
    );
  } finally {
    await facts.close();
  }
};
