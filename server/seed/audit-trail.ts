import { type Builder } from './build-organisation.ts';
import { type Employee } from './directory.ts';
import { hex } from './identifiers.ts';
import { drawAddress } from './write-consents.ts';
import { type Random } from './random.ts';

/** One thing that somebody did, or the clock, or nobody that was known. */
export interface Deed {
  at: number;
  by: Employee | 'system' | 'public';
  ownerKey: number | null;
  /** The call that it came by, or the job. */
  route: string;
  action: string;
  entity: string;
  entityKey: number | string;
  outcome?: 'done' | 'denied';
  before?: object;
  after?: object;
}

const json = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

/** Everybody has an office, and some work from home at times. */
export const addressBook = (random: Random): ((userKey: number, at: number) => string) => {
  const known = new Map<number, readonly [office: string, home: string]>();
  return (userKey, at) => {
    let places = known.get(userKey);
    if (places === undefined) known.set(userKey, (places = [drawAddress(random), drawAddress(random)]));
    return places[Math.floor(at / 86_400_000) % 5 === 0 ? 1 : 0];
  };
};

/** In the order in which they happened: keys grow with time. What would have happened later has not happened. */
export const writeDeeds = (
  { keys, sheets, now }: Builder,
  deeds: readonly Deed[],
  addressOf: (userKey: number, at: number) => string,
  random: Random,
): void => {
  const done = deeds.filter(({ at }) => at <= now.getTime()).toSorted((a, b) => a.at - b.at);
  for (const deed of done) {
    const { by, at } = deed;
    const employee = typeof by === 'string' ? null : by;
    const userKey = employee?.key ?? (deed.entity === 'user' ? Number(deed.entityKey) : null);
    sheets.put('audit_log', {
      audit_key: keys.next('audit_log'),
      at: new Date(at),
      owner_key: deed.ownerKey,
      user_key: employee?.key ?? null,
      user_type: employee?.group ?? (by as string),
      route: deed.route,
      action: deed.action,
      entity: deed.entity,
      entity_key: String(deed.entityKey),
      outcome: deed.outcome ?? 'done',
      before: json(deed.before),
      after: json(deed.after),
      ip: by === 'system' ? null : userKey === null ? drawAddress(random) : addressOf(userKey, at),
      request_id: by === 'system' ? null : hex(16, random),
    });
  }
};
