import {
  AGE_BANDS,
  countedStatuses,
  DEDUP_COMPARISONS,
  DEDUP_MATCHES,
  isAwaitingDelivery,
  isBillableLead,
  isDueLead,
  isGoodLead,
  LEAD_STATUS_CODES,
  LEAD_STATUSES,
  type LeadStatus,
  wasAccepted,
  wasDelivered,
} from '@paceline/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { FACT_SQL } from '../metrics/sql/fact-sql.ts';
import { useDatabase } from '../testing/database.ts';
import { duplicateReason, isSamePerson, standsInTheWay } from './intake/dedup.rules.ts';

/** Rules implemented in both the database and TypeScript, compared value by value: docs/decisions/096. */
const database = useDatabase();
const keysOf = <Key extends string>(labels: Record<Key, unknown>) => Object.keys(labels) as Key[];

test('the database groups statuses like the contract', async () => {
  const { rows } = await database.asMigrator((tx) =>
    sql`
      select status, app.is_good(status) as good, app.is_billable(status) as billable, app.waits_for_delivery(status) as waiting,
             app.was_delivered(status) as delivered, app.was_accepted(status) as accepted, app.uses_cap(status) as "usesCap"
      from unnest(${LEAD_STATUS_CODES}::text[]) status
    `.execute(tx),
  );
  expect(rows).toEqual(
    LEAD_STATUS_CODES.map((status) => ({
      status,
      good: isGoodLead(status),
      billable: isBillableLead(status),
      waiting: isAwaitingDelivery(status),
      delivered: wasDelivered(status),
      accepted: wasAccepted(status),
      usesCap: LEAD_STATUSES[status].usesCap,
    })),
  );
});

interface Flags {
  status: LeadStatus;
  unpaid: boolean;
  keeps_unit: boolean;
  counted_on: string | null;
}
const ALL_FLAGS: Flags[] = LEAD_STATUS_CODES.flatMap((status) =>
  [false, true].flatMap((unpaid) =>
    [false, true].flatMap((keeps_unit) =>
      [null, '2026-03-20'].map((counted_on) => ({ status, unpaid, keeps_unit, counted_on })),
    ),
  ),
);

test('a lead of any status and flags is due, billed, expected and counted against caps as in the contract', async () => {
  const { rows } = await database.asMigrator((tx) =>
    sql<{ flags: Flags }>`
      select given as flags, app.is_due(l) as due, app.is_billed(l) as billed, app.awaits_delivery(l) as expected, app.cap_day(l)::text as "capDay",
             app.cap_cost(l)::float8 as "capCost", f.lead_client_cost::float8 as cost, f.billable, u.units
      from jsonb_array_elements(${JSON.stringify(ALL_FLAGS)}::jsonb) v (given)
      cross join lateral jsonb_populate_record(null::lead, given || '{"captured_date": "2026-03-10", "client_price": 40, "media_price": 30}') l
      cross join lateral app.inquiry_facts(l) f
      cross join lateral (select coalesce(sum(units), 0)::int as units from app.cap_units(l) where kind = 'day' and from_day = app.cap_day(l)) u
    `.execute(tx),
  );
  expect(rows).toEqual(
    ALL_FLAGS.map((flags) => {
      const { status, unpaid, keeps_unit, counted_on } = flags;
      const takesUnit = (LEAD_STATUSES[status].usesCap || keeps_unit) && !unpaid;
      return {
        flags,
        due: isDueLead(status, unpaid),
        billed: isBillableLead(status) && !unpaid,
        expected: isAwaitingDelivery(status) && !unpaid,
        capDay: takesUnit ? (counted_on ?? '2026-03-10') : null,
        capCost: keeps_unit ? 0 : 40,
        cost: isDueLead(status, unpaid) ? 40 : 0,
        billable: isBillableLead(status) && !unpaid ? 1 : 0,
        units: takesUnit ? 1 : 0,
      };
    }),
  );
});

test.each(['grossLeads', 'validLeads', 'invalidLeads', 'duplicates', 'scrubbed', 'overCap', 'returned'] as const)(
  'the statuses in filters of %s equal those counted',
  async (measure) => {
    const { rows } = await database.asMigrator((tx) =>
      sql<{ status: LeadStatus }>`
        select status from unnest(${LEAD_STATUS_CODES}::text[]) status
        cross join lateral app.inquiry_facts(jsonb_populate_record(null::lead, jsonb_build_object('status', status, 'unpaid', false))) f
        where ${sql.raw(FACT_SQL[measure])} = 1
      `.execute(tx),
    );
    expect(rows.map(({ status }) => status)).toEqual(countedStatuses(measure));
  },
);

const MATCHES = keysOf(DEDUP_MATCHES);
const COMPARISONS = keysOf(DEDUP_COMPARISONS);

test('the database and a replay match persons alike, with the same reason', async () => {
  const { rows } = await database.asMigrator((tx) =>
    sql`
      select how, match, app.is_same_person(how, match) as same, app.duplicate_reason(how, match) as reason
      from generate_series(0, 7) how cross join unnest(${MATCHES}::text[]) with ordinality m (match, place) order by how, place
    `.execute(tx),
  );
  expect(rows).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((how) =>
      MATCHES.map((match) => ({ how, match, same: isSamePerson(how, match), reason: duplicateReason(how, match) })),
    ),
  );
});

test('the database and a replay treat a lead of any status alike as a duplicate', async () => {
  const { rows } = await database.asMigrator((tx) =>
    sql`
      select status, compare, same, app.stands_in_the_way(status, compare, same) as stands
      from unnest(${LEAD_STATUS_CODES}::text[]) with ordinality s (status, place)
      cross join unnest(${COMPARISONS}::text[]) with ordinality c (compare, place) cross join unnest('{false,true}'::boolean[]) same
      order by s.place, c.place, same
    `.execute(tx),
  );
  expect(rows).toEqual(
    LEAD_STATUS_CODES.flatMap((status) =>
      COMPARISONS.flatMap((compare) =>
        [false, true].map((same) => ({ status, compare, same, stands: standsInTheWay(status, compare, same) })),
      ),
    ),
  );
});

/** '18-20' is from 18 to 20, '<18' below 18, '55+' from 55. */
const isInBand = (age: number, band: string): boolean => {
  if (band.startsWith('<')) return age < Number(band.slice(1));
  if (band.endsWith('+')) return age >= Number(band.slice(0, -1));
  const [from, to] = band.split('-').map(Number);
  return from !== undefined && to !== undefined && age >= from && age <= to;
};

test('every age is in exactly the band whose label contains it', async () => {
  const { rows } = await database.asMigrator((tx) =>
    sql<{ age: number | null; band: string }>`
      select age, app.age_band(age::smallint) as band from generate_series(0, 120) age union all select null, app.age_band(null)
    `.execute(tx),
  );
  const bands = AGE_BANDS.map(({ code }) => code);
  expect(rows).toEqual([
    ...Array.from({ length: 121 }, (_, age) => ({ age, band: bands.filter((band) => isInBand(age, band)).join(' ') })),
    { age: null, band: 'Unknown' },
  ]);
  expect(new Set(rows.map(({ band }) => band))).toEqual(new Set(bands));
});
