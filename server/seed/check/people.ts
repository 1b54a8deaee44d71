import { type Check, WHOLE } from './check.ts';
import { type ScenarioName } from '../build/sizes.ts';

const GOOD = `app.is_good(l.status)`;
/** There are 32,000 unassigned numbers: enough for these. */
const ENOUGH_NUMBERS: readonly ScenarioName[] = ['small', 'demo'];

const none = (name: string, from: string, only = WHOLE): Check => ({
  name,
  query: `select count(*) as value from ${from}`,
  range: [0, 0],
  only,
});

const PERSON = `lead_person p using (owner_key, captured_date, lead_key)`;

const ADDRESS_AGAIN = `(
  select from lead l join ${PERSON} where ${GOOD} and p.email_hash is not null group by owner_key, p.email_hash having count(*) > 1
) again`;

/** A number is reused for another person only once the two would no longer be duplicates. */
const NUMBER_AGAIN = `(
  select l.created_at - lag(l.created_at) over (partition by owner_key, p.phone_hash order by l.created_at) as rested
  from lead l join ${PERSON} where ${GOOD} and p.phone_hash is not null
) again where rested < interval '180 days'`;

/** Duplicates refer to the earlier lead by key alone: a join without the day would scan every month for each. */
const OTHER_DUPLICATES = `(
  with known as materialized (select owner_key, lead_key, email_hash from lead_person)
  select from lead l join known p using (owner_key, lead_key) join known d on (d.owner_key, d.lead_key) = (l.owner_key, l.duplicate_of)
  where l.status_reasons @> '{DUP_EMAIL}' and d.email_hash <> p.email_hash
) other`;

export const PEOPLE_CHECKS: readonly Check[] = [
  none('Leads without a person', `lead l left join ${PERSON} where p.lead_key is null or p.sealed is null`),
  none(
    'Leads without consent that were not refused for it',
    `lead l left join lead_consent n using (owner_key, captured_date, lead_key)
     where n.lead_key is null and not l.status_reasons @> '{CONSENT_MISSING}'`,
  ),
  none('Duplicates by email of somebody with another one', OTHER_DUPLICATES),
  none('Good leads that an owner had from the same address', ADDRESS_AGAIN),
  none('Good leads that an owner had from the same number within half a year', NUMBER_AGAIN, ENOUGH_NUMBERS),
  {
    name: 'Rows of the audit log',
    query: 'select count(*) as value from audit_log',
    range: [36_000, 44_000],
    only: ['demo'],
  },
  {
    name: 'Insertion orders of a month',
    query: 'select count(*) / 25.0 as value from insertion_order',
    range: [75, 105],
    only: ['demo'],
  },
];
