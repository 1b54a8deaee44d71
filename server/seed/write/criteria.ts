import { type ClientCriteria } from '@paceline/contract';
import { criteriaOf } from '../build/criteria.ts';
import { type Client } from '../build/model.ts';
import { type Builder } from '../build/organisation.ts';
import { colleagueFor, type Directory } from './directory.ts';

const DAY_MS = 86_400_000;
/** Days ago of the first version, before the history, and of the later changes. */
const FIRST_DAYS_AGO = 790;
const CHANGED_DAYS_AGO = [410, 128];

/** The client's first criteria: duplicates among its own good leads, no certificates. */
const atFirst = (now: ClientCriteria): ClientCriteria => ({
  ...now,
  dedup: { ...now.dedup, scope: 'CLIENT', compareWith: 'GOOD', periodInDays: null },
  consent: { ...now.consent, certificate: 'NONE', acceptsFailureReason: false },
  contacts: [],
});

/** All versions of a client's criteria, ending with the current one. */
const versionsOf = (client: Client): ClientCriteria[] => {
  const now = criteriaOf(client);
  const first = atFirst(now);
  return JSON.stringify(first) === JSON.stringify(now)
    ? [now]
    : client.key % 2 === 0
      ? [first, now]
      : [first, { ...first, consent: now.consent }, now];
};

export const writeCriteria = ({ sheets, now }: Builder, clients: readonly Client[], directory: Directory): void => {
  for (const client of clients) {
    const bodies = versionsOf(client);
    for (const [index, body] of bodies.entries()) {
      const daysAgo = index === 0 ? FIRST_DAYS_AGO : CHANGED_DAYS_AGO.at(index - bodies.length)!;
      sheets.put('client_criteria', {
        owner_key: client.owner.key,
        client_key: client.key,
        version: index + 1,
        body: JSON.stringify(body),
        saved_by: colleagueFor(directory, client.owner, ['accountManager'], client.key)?.key ?? null,
        saved_at: new Date(now.getTime() - daysAgo * DAY_MS),
      });
    }
  }
};
