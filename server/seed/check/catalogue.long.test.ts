import {
  ALL_PERMISSIONS,
  CATALOGUE,
  fillPath,
  REPORT_NAMES,
  REPORT_WIDGETS,
  reportData,
  reportFile,
  type ReportName,
  reportsFor,
  type ReportWidget,
  type UserGroup,
  presetOf,
  WIDGET_CALLS,
  type WidgetAnswer,
  widgetColumns,
  type WidgetId,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../src/testing/app.ts';
import { makeUser } from '../../src/testing/factories/factories.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../small-demo.ts';

const harness = useApp({ filled: SMALL_DEMO });
const [FROM, TO] = ['2026-08-01', '2026-10-31'];

interface OwnerRow {
  ownerKey: number;
  variant: string | null;
  partners: { key: number; name: string }[];
}
let owners: OwnerRow[];

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  const { rows } = await harness.asMigrator((tx) =>
    sql<OwnerRow>`
      select o.owner_key as "ownerKey", o.variant,
             (select json_agg(json_build_object('key', p.partner_key, 'name', p.name) order by p.partner_key)
              from media_partner p where exists (select from campaign c where c.owner_key = o.owner_key and c.partner_key = p.partner_key)) as partners
      from owner o order by 1`.execute(tx),
  );
  owners = rows.filter(
    ({ variant, partners }) => partners?.length > 1 && reportsFor('ag', presetOf(variant)).length > 0,
  );
});

/** Reports are rate-limited per user, so every owner and group has its own. */
const signIn = async (group: UserGroup, ownerKey: number, partnerKey?: number): Promise<SignedIn> => {
  const { userKey } = await harness.asMigrator((tx) =>
    makeUser(tx, {
      group,
      ownerKeys: [ownerKey],
      permissions: ALL_PERMISSIONS,
      ...(partnerKey !== undefined && { partnerKey }),
    }),
  );
  return harness.sessionOf(group, userKey);
};

interface Viewed {
  as: SignedIn;
  owner: OwnerRow;
  partner: OwnerRow['partners'][number] | null;
}

/** Viewers of the same three owners: the agency, the client, or one of their partners. */
const viewers = async (group: UserGroup): Promise<Viewed[]> => {
  const three = owners.slice(0, 3);
  expect(three).toHaveLength(3);
  return Promise.all(
    three.map(async (owner) => {
      const partner = group === 'mp' ? (owner.partners[0] ?? null) : null;
      return { as: await signIn(group, owner.ownerKey, partner?.key), owner, partner };
    }),
  );
};

const ask = async ({ as, owner }: Viewed, widget: WidgetId): Promise<WidgetAnswer> => {
  const body = { ownerKey: owner.ownerKey, startDate: FROM, endDate: TO };
  const { status, body: widgetAnswer } = await harness.call(WIDGET_CALLS[widget], as, { body });
  if (status !== 200) throw new Error(`${widget} answered ${status}: ${JSON.stringify(widgetAnswer)}`);
  return widgetAnswer.data as WidgetAnswer;
};

const MEASURES = ['validLeads', 'grossLeads', 'enrollments', 'spend', 'starts', 'returned'] as const;

/** The report builder's total for the same days. */
const askTotal = async ({ as, owner }: Viewed, widget: ReportWidget): Promise<Record<string, number>> => {
  const { body } = await harness.call(reportData, as, {
    params: { channel: widget.channel ?? 'all', vertical: 'all' },
    body: {
      ownerKey: owner.ownerKey,
      measures: [...MEASURES],
      timeDimensions: { dimension: 'date', dateRange: [FROM, TO] },
      getTotal: true,
    } as never,
  });
  return (body.data as { total: Record<string, number> }).total;
};

/** Recomputed from the leads and platform charges by independent SQL. */
const recount = async ({ owner, partner }: Viewed, channel: string | undefined): Promise<Record<string, number>> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<Record<string, string>>`
      select count(*) filter (where l.is_good) as "validLeads",
             count(*) filter (where l.is_good and l.enrollment_on is not null) as enrollments,
             count(*) filter (where l.is_good and l.start_on is not null) as starts
      from (select l.*, app.is_good(l.status) as is_good from lead l
            join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
            where l.owner_key = ${owner.ownerKey} and l.captured_date between ${FROM} and ${TO}
              and (${partner?.key ?? null}::int is null or l.partner_key = ${partner?.key ?? null}::int)
              and (${channel ?? null}::text is null or c.channel = ${channel ?? null}::text)) l`.execute(tx),
  );
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
};

describe.each(['ag', 'cl', 'mp'] as const)('every report of the catalogue, for %s', (group) => {
  test('equals the report engine’s total and a recount of the leads, at three owners', async () => {
    const reportNames = new Set<ReportName>();
    const wrong: string[] = [];
    let compared = 0;
    for (const viewed of await viewers(group)) {
      for (const { name, report } of reportsFor(group, presetOf(viewed.owner.variant))) {
        reportNames.add(name);
        for (const { widget: id } of report.parts) {
          if (!(id in REPORT_WIDGETS) || id === 'deliveryReport' || id === 'pacingMonth') continue;
          const widget: ReportWidget = REPORT_WIDGETS[id as keyof typeof REPORT_WIDGETS];
          const answer = await ask(viewed, id);
          const engine = await askTotal(viewed, widget);
          const counted = await recount(viewed, widget.channel);
          for (const [field, measure] of Object.entries(widget.measures)) {
            const value = answer.totals[field];
            const [ofEngine, ofLeads] = [engine[measure], counted[measure]];
            if (ofEngine !== undefined && !(Math.abs(Number(value) - ofEngine) <= 1e-6))
              wrong.push(`${name} ${field}: ${value}, the engine ${ofEngine}`);
            if (ofLeads !== undefined && value !== ofLeads)
              wrong.push(`${name} ${field}: ${value}, counted ${ofLeads}`);
            if (measure in engine || measure in counted) compared += 1;
          }
          const rows = answer.data.reduce((sum, row) => sum + Number(row['validLeads'] ?? 0), 0);
          expect({ name, id, rows }).toEqual({ name, id, rows: counted['validLeads'] });
          expect(rows).toBeGreaterThan(0);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(30);
    expect([...reportNames].toSorted()).toEqual(
      REPORT_NAMES.filter((name) => (CATALOGUE[name].groups as readonly string[]).includes(group)).toSorted(),
    );
  });

  test('shows only its own side’s amounts and its own partner, in every column and file', async () => {
    const [viewed] = await viewers(group);
    if (viewed === undefined) throw new Error('no owner');
    const { as, owner, partner } = viewed;
    const body = { ownerKey: owner.ownerKey, startDate: FROM, endDate: TO };
    for (const { name, report } of reportsFor(group, presetOf(owner.variant)))
      for (const { widget } of report.parts) {
        const answer = await ask(viewed, widget);
        const columns = widgetColumns(widget, 'default', group, answer);
        const hidden = columns.filter(({ label }) => group !== 'ag' && /media cost|margin/i.test(label));
        expect({ name, hidden }).toEqual({ name, hidden: [] });
        const path = fillPath(reportFile.path, { report: name }, group);
        const otherAnswer = await harness.app.inject({
          method: 'POST',
          url: `/api${path}`,
          headers: as.headers,
          payload: { ...body, widget, columns: columns.map(({ key }) => key), format: 'csv' },
        });
        expect({ name, status: otherAnswer.statusCode }).toEqual({ name, status: report.file === null ? 404 : 200 });
        if (report.file === null) continue;
        expect(otherAnswer.headers['content-disposition']).toContain(`${report.file}.csv`);
        const others = owner.partners.filter(({ key }) => group === 'mp' && key !== partner?.key);
        const written = `${otherAnswer.body} ${JSON.stringify(answer)}`;
        expect(others.filter((one) => written.includes(one.name))).toEqual([]);
        const wanted = await harness.app.inject({
          method: 'POST',
          url: `/api${path}`,
          headers: as.headers,
          payload: { ...body, widget, columns: ['mediaCost'], format: 'csv' },
        });
        expect({ name, status: wanted.statusCode }).toEqual({ name, status: 400 });
      }
  });
});

test.each(['ag', 'cl'] as const)(
  'for %s, the days of Delivery sum to the month, and each equals a recount of its leads',
  async (group) => {
    for (const viewed of await viewers(group)) {
      const { data, totals, range } = await ask(viewed, 'deliveryReport');
      const { rows } = await harness.asMigrator((tx) =>
        sql<{ day: string; leads: number }>`
        select captured_date::text as day, count(*)::int as leads from lead
        where owner_key = ${viewed.owner.ownerKey} and captured_date between ${range.from} and ${range.to} and app.is_good(status)
        group by 1 order by 1`.execute(tx),
      );
      expect(range).toMatchObject({ from: '2026-10-01', to: TO });
      expect(rows.length).toBeGreaterThan(10);
      const days = Object.entries(totals).filter(([name, value]) => name.startsWith('2026-') && value !== 0);
      expect(Object.fromEntries(days)).toEqual(Object.fromEntries(rows.map(({ day, leads }) => [day, leads])));
      for (const row of [...data, totals]) {
        const ofDays = Object.entries(row).filter(([name]) => name.startsWith('2026-'));
        expect(ofDays.reduce((sum, [, value]) => sum + Number(value), 0)).toBe(row['validLeads']);
      }
    }
  },
);

test('a report of another group, or of an owner without reports, is not found', async () => {
  const [owner] = owners;
  const without = await harness.asMigrator((tx) =>
    sql<{ key: number; variant: string | null }>`select owner_key as key, variant from owner order by 1`.execute(tx),
  );
  const limited = without.rows.find(({ variant }) => reportsFor('ag', presetOf(variant)).length === 0);
  const file = async (group: UserGroup, ownerKey: number, name: ReportName, widget: WidgetId) => {
    const as = await signIn(group, ownerKey, group === 'mp' ? owner?.partners[0]?.key : undefined);
    const path = fillPath(reportFile.path, { report: name }, group);
    const payload = { ownerKey, widget, columns: ['validLeads'], format: 'xlsx' };
    return (await harness.app.inject({ method: 'POST', url: `/api${path}`, headers: as.headers, payload })).statusCode;
  };
  const key = owner?.ownerKey ?? 0;
  expect([
    await file('ag', key, 'enroll_by_state', 'stateReport'),
    await file('cl', key, 'enroll_by_state', 'stateReport'),
    await file('mp', key, 'media_partner_by_state_table', 'stateReport'),
    await file('mp', key, 'publishersources', 'sourceReport'),
    await file('ag', key, 'enroll_by_state', 'partnerReport'),
    await file('ag', limited?.key ?? 0, 'enroll_by_state', 'stateReport'),
  ]).toEqual([200, 404, 200, 404, 404, 404]);
});
