import { leadSearch, type Milestone, readLookup } from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../../db/scope/scope.ts';
import { blindIndex, normaliseEmail, normalisePhone, openPerson } from '../../lib/secrets/seal.ts';
import { maskPerson } from '../../shared/delivery/mask-person.ts';
import { custom, fromDay, is, oneOrMore, type Sql, toDay, unindexed } from '../../shared/lists/conditions.ts';
import { listOf } from '../../shared/lists/list-of.ts';
import { listNames, listPeople, type StoredLead } from './search.queries.ts';

/** Word for word as in the index of milestones, or the index is not used. */
export const FURTHEST = sql<Milestone | null>`
  case when l.start_on is not null then 'START' when l.enrollment_on is not null then 'ENROLLMENT'
       when l.application_on is not null then 'APPLICATION' when l.visit_on is not null then 'VISIT'
       when l.interview_on is not null then 'INTERVIEW' when l.appointment_on is not null then 'APPOINTMENT'
       when l.contact_on is not null then 'CONTACT' end`;
const HAS_MILESTONE = sql`coalesce(l.start_on, l.enrollment_on, l.application_on, l.visit_on, l.interview_on, l.appointment_on, l.contact_on) is not null`;

/** The price of a lead: none for a refused, returned, test or unpaid one. */
export const owed = (price: string) =>
  sql`case when app.is_good(l.status) and not l.unpaid then ${sql.ref(price)}::float8 end`;

/**
 * An id in any column that holds one: the partner's own for those who see it, and the client's likewise. The owner stands in each
 * condition, so that its index is used.
 */
export const byKeyword = ({ ownerKeys, group }: Pick<Scope, 'ownerKeys' | 'group'>, typed: string): Sql => {
  const lookup = readLookup(typed);
  if (lookup?.kind === 'leadId') return sql`l.public_id = ${lookup.text}`;
  const owners = sql`owner_key = any (${[...ownerKeys]}::int[])`;
  const places = [
    sql`select lead_key from lead where ${owners} and public_id = ${typed}`,
    ...(group === 'cl' ? [] : [sql`select lead_key from lead where ${owners} and transaction_id = ${typed}`]),
    ...(group === 'mp' ? [] : [sql`select lead_key from lead where ${owners} and crm_reference = ${typed}`]),
    ...(lookup?.kind === 'click' ? [sql`select lead_key from lead where ${owners} and click_id = ${typed}::uuid`] : []),
    ...(/^[1-9]\d{0,8}$/.test(typed) ? [sql`select ${Number(typed)}::bigint`] : []),
  ];
  return sql`l.lead_key = any (array(${sql.join(places, sql` union all `)}))`;
};

/** An exact address or number finds its leads by hash, without unsealing anybody's data. */
const byPerson = (secret: Buffer, ownerKeys: readonly number[], typed: string): Sql => {
  const lookup = readLookup(typed);
  const isEmail = lookup?.kind === 'email';
  if (!isEmail && lookup?.kind !== 'phone') return sql`false`;
  const places = ownerKeys.map((ownerKey) => {
    const hash = isEmail
      ? blindIndex(secret, ownerKey, 'email', normaliseEmail(lookup.text))
      : blindIndex(secret, ownerKey, 'phone', normalisePhone(lookup.text));
    const column = isEmail ? sql`email_hash` : sql`phone_hash`;
    return sql`select lead_key from lead_person where owner_key = ${ownerKey} and ${column} = ${hash}`;
  });
  return places.length === 0 ? sql`false` : sql`l.lead_key = any (array(${sql.join(places, sql` union all `)}))`;
};

type Text = string | null | undefined;

export const leadRows = (secret: Buffer) =>
  listOf<typeof leadSearch, undefined, StoredLead>(leadSearch, {
    from: sql`lead l`,
    owner: 'l.owner_key',
    // Stated here as well as by row-level security, because the index begins with it.
    where: ({ scope }) => (scope.partnerKey === null ? sql`true` : sql`l.partner_key = ${scope.partnerKey}`),
    key: 'l.lead_key',
    columns: { createdAt: 'l.created_at' },
    filters: {
      ownerKey: is('l.owner_key'),
      fromDate: fromDay('l.captured_date', 'l.created_at'),
      toDate: toDay('l.captured_date', 'l.created_at'),
      leadStatus: oneOrMore('l.status'),
      leadCaptureKeys: oneOrMore('l.lead_key'),
      keyword: (_, { scope }) => custom<Text>(['public_id'], (typed) => byKeyword(scope, typed)),
      person: (_, { scope }) =>
        unindexed(
          'The indexes of lead_person answer it: lead_person_email and lead_person_phone.',
          custom<Text>([], (typed) => byPerson(secret, scope.ownerKeys, typed)),
        ),
      reason: unindexed(
        'The index lead_desk_reason has the first reason, an expression.',
        oneOrMore(sql`l.status_reasons[1]`),
      ),
      milestone: unindexed(
        'The index lead_desk_milestone has the furthest, an expression.',
        custom<readonly Milestone[] | null | undefined>(
          [],
          (values) => sql`${oneOrMore(FURTHEST).toSql(values)} and ${HAS_MILESTONE}`,
        ),
      ),
      campus: unindexed('The index lead_by_campus has those that have one.', oneOrMore('l.campus_key')),
      program: unindexed('The index lead_by_program has those that have one.', oneOrMore('l.program_key')),
      partner: oneOrMore('l.partner_key'),
      campaign: oneOrMore('l.campaign_key'),
      // A client may not know a lead's source, so it cannot filter by it.
      source: (_, { scope }) =>
        scope.group === 'cl' ? custom(['publisher_source_key'], () => sql`false`) : oneOrMore('l.publisher_source_key'),
      device: unindexed(
        'Three values, each of them common: the index of times meets them at once.',
        oneOrMore('l.device'),
      ),
      state: oneOrMore('l.state'),
    },
    select: {
      leadCaptureKey: sql`l.lead_key::int`,
      leadId: 'l.public_id',
      ownerKey: 'l.owner_key',
      capturedDate: 'l.captured_date',
      created: 'l.created_at',
      status: 'l.status',
      statusReasons: 'l.status_reasons',
      milestone: FURTHEST,
      device: 'l.device',
      state: 'l.state',
      zip: 'l.zip',
      leadSourceType: 'l.lead_source_type',
      delivered: 'l.delivered_at',
      clientPrice: owed('l.client_price'),
      mediaPrice: owed('l.media_price'),
      transactionId: 'l.transaction_id',
      crmReference: 'l.crm_reference',
      subSource: 'l.sub_source',
      campaignKey: 'l.campaign_key',
      partnerKey: 'l.partner_key',
      campusKey: 'l.campus_key',
      programKey: 'l.program_key',
      sourceKey: 'l.publisher_source_key',
    },
    isExact: () => true,
    complete: async (tx, rows, _context, { scope }) => {
      const people = await listPeople(tx, scope, rows);
      const names = await listNames(tx, rows);
      return rows.map(({ created, delivered, ...row }, index) => {
        const { ownerKey, leadCaptureKey: leadKey } = row;
        const sealed = people.get(leadKey) ?? null;
        const masked = sealed === null ? null : maskPerson(openPerson(secret, { ownerKey, leadKey }, sealed));
        return {
          ...row,
          ...names[index]!,
          createdAt: created.toISOString(),
          deliveredAt: delivered?.toISOString() ?? null,
          personName: masked?.name ?? null,
          email: masked?.email ?? null,
          phone: masked?.phone ?? null,
        };
      });
    },
  });
