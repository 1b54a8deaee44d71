import { type Builder } from '../../build/organisation.ts';
import { type Employee } from '../directory.ts';
import { hex } from '../../leads/identifiers.ts';
import { drawAddress } from '../leads/consents.ts';
import { type Random } from '../../random.ts';

/** An action of a user, of the scheduler, or of an unknown caller. */
export interface TrailEntry {
  at: number;
  by: Employee | 'system' | 'public';
  ownerKey: number | null;
  /** The call or job. */
  route: string;
  action: string;
  entity: string;
  entityKey: number | string;
  outcome?: 'done' | 'denied';
  before?: object;
  after?: object;
}

const json = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

/** Everybody has an office address, and some sometimes work from home. */
export const addressBook = (random: Random): ((userKey: number, at: number) => string) => {
  const addresses = new Map<number, readonly [office: string, home: string]>();
  return (userKey, at) => {
    let places = addresses.get(userKey);
    if (places === undefined) addresses.set(userKey, (places = [drawAddress(random), drawAddress(random)]));
    return places[Math.floor(at / 86_400_000) % 5 === 0 ? 1 : 0];
  };
};

/** Writes entries in order of time, so that keys grow with it. Future ones are omitted. */
export const writeTrail = (
  { keys, sheets, now }: Builder,
  entries: readonly TrailEntry[],
  addressOf: (userKey: number, at: number) => string,
  random: Random,
): void => {
  const done = entries.filter(({ at }) => at <= now.getTime()).toSorted((a, b) => a.at - b.at);
  for (const entry of done) {
    const { by, at } = entry;
    const employee = typeof by === 'string' ? null : by;
    const userKey = employee?.key ?? (entry.entity === 'user' ? Number(entry.entityKey) : null);
    sheets.put('audit_log', {
      audit_key: keys.next('audit_log'),
      at: new Date(at),
      owner_key: entry.ownerKey,
      user_key: employee?.key ?? null,
      user_type: employee?.group ?? (by as string),
      route: entry.route,
      action: entry.action,
      entity: entry.entity,
      entity_key: String(entry.entityKey),
      outcome: entry.outcome ?? 'done',
      before: json(entry.before),
      after: json(entry.after),
      ip: by === 'system' ? null : userKey === null ? drawAddress(random) : addressOf(userKey, at),
      request_id: by === 'system' ? null : hex(16, random),
      way: by === 'system' ? 'job' : 'screen',
    });
  }
};
