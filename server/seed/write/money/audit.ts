import { addressBook, type TrailEntry, writeTrail } from './audit-trail.ts';
import { type Builder } from '../../build/organisation.ts';
import { type Day, momentOf, weekdayOf } from '../../calendar.ts';
import { workEntries, type Work } from '../leads/work-entries.ts';
import { type Employee } from '../directory.ts';
import { type Random } from '../../random.ts';

/** Number of rows at the demo's size; sign-ins are added to the actions up to this number. */
const ROWS = 40_000;
const SATURDAY = 5;
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/138.0 Safari/537.36';
/** Relative frequency of sign-ins: the agency works here, the others look in. */
const PRESENCE: Readonly<Record<Employee['group'], number>> = { ag: 1, mp: 0.6, cl: 0.45 };
const MISTYPED = 0.03;
/** Share of attempts to open something that is not theirs. */
const REFUSED = 0.006;

interface SignIn {
  at: number;
  by: Employee;
}

const signInsOf = (
  directory: readonly Employee[],
  [first, today]: readonly [Day, Day],
  zone: string,
  perDay: number,
  random: Random,
): SignIn[] => {
  const signIns: SignIn[] = [];
  for (let day = first; day <= today; day += 1) {
    if (weekdayOf(day) >= SATURDAY) continue;
    for (const by of directory) {
      const expected = perDay * PRESENCE[by.group];
      const times = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0);
      for (let i = 0; i < times; i += 1) signIns.push({ by, at: momentOf(zone, day, random.int(8 * 3600, 18 * 3600)) });
    }
  }
  return signIns;
};

const workdaysBetween = (first: Day, today: Day): number => ((today - first + 1) * 5) / 7;

const signInEntries = ({ at, by }: SignIn, random: Random): TrailEntry[] => {
  const base = { ownerKey: null, route: 'generateToken', action: 'signIn', entity: 'user', entityKey: by.key } as const;
  const entries: TrailEntry[] = [{ ...base, at, by: 'public' }];
  if (random.chance(MISTYPED)) entries.push({ ...base, at: at - 20_000, by: 'public', outcome: 'denied' });
  if (random.chance(REFUSED)) {
    const call = by.group === 'ag' ? 'userSearch' : 'ownerGet';
    const action = by.group === 'ag' ? 'FORBIDDEN' : 'NOT_FOUND';
    entries.push({
      ...base,
      at: at + 90_000,
      by,
      route: call,
      action,
      entity: 'call',
      entityKey: call,
      outcome: 'denied',
    });
  }
  return entries;
};

/** Writes the audit log of the history: actions that left rows, and sign-ins. */
export const writeAudit = (builder: Builder, work: Work): void => {
  const random = builder.random.fork('audit');
  const { owners, size } = work.world;
  const { zone, today, months } = owners[0]!;
  const { first } = months[0]!;
  const entries = workEntries(work, random);
  const present = work.directory.filter(({ absent }) => !absent);
  const presence = present.reduce((sum, { group }) => sum + PRESENCE[group], 0) * workdaysBetween(first, today);
  const missing = Math.max(entries.length / 4, ROWS * size.volume - entries.length);
  const signIns = signInsOf(present, [first, today], zone, missing / presence / (1 + MISTYPED + REFUSED), random);
  for (const signIn of signIns) for (const entry of signInEntries(signIn, random)) entries.push(entry);
  const addressOf = addressBook(random);
  writeTrail(builder, entries, addressOf, random);
  for (const { at, by } of signIns.toSorted((a, b) => a.at - b.at)) {
    if (at <= builder.now.getTime())
      builder.sheets.put('user_login', {
        user_login_key: builder.keys.next('user_login'),
        user_key: by.key,
        at: new Date(at + 1_500),
        ip: addressOf(by.key, at),
        user_agent: AGENT,
      });
  }
};
