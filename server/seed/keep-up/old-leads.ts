import { sql } from 'kysely';
import { type Bulk } from '../../src/db/connection/bulk.ts';
import { type Tx } from '../../src/db/scope/tx.ts';
import { type Day, dayOf, isoOf } from '../calendar.ts';
import { drawFunnel, type Funnel, knownBy, type Stage, STAGES } from '../leads/lead-funnel.ts';
import { type Lead } from '../leads/lead.ts';
import { type Program, type Source } from '../build/model.ts';
import { type Random } from '../random.ts';
import { soldFor } from '../write/leads/leads.ts';
import { type RestoredWorld } from './restore-world.ts';

/** Days after which inquiries hardly progress. */
const OLDEST_DAYS = 240;
/** Attempts to draw a future that matches the known past; without a match the lead stays unchanged. */
const TRIES = 80;

const COLUMNS: Readonly<Record<Stage, string>> = {
  CONTACT: 'contact_on',
  APPOINTMENT: 'appointment_on',
  INTERVIEW: 'interview_on',
  VISIT: 'visit_on',
  APPLICATION: 'application_on',
  ENROLLMENT: 'enrollment_on',
  START: 'start_on',
};

interface StoredLead {
  leadKey: number;
  day: string;
  at: Date;
  campaignKey: number;
  programKey: number;
  sourceKey: number | null;
  zip: string;
  state: string;
  reached: Stage[];
  /** Stages scheduled for a future day. */
  agreed: Partial<Record<Stage, string>>;
}

const reachedSql = STAGES.map((stage) => `case when l.${COLUMNS[stage]} is not null then '${stage}' end`).join(', ');

/** Good inquiries that may still progress. */
const listLeads = async (tx: Tx, ownerKey: number, since: Date, lastDay: Day): Promise<StoredLead[]> => {
  const { rows } = await sql<StoredLead>`
    select l.lead_key as "leadKey", l.captured_date::text as day, l.created_at as at, l.campaign_key as "campaignKey",
           l.program_key as "programKey", l.publisher_source_key as "sourceKey", l.zip, l.state,
           array_remove(array[${sql.raw(reachedSql)}], null) as reached,
           coalesce((select jsonb_object_agg(m.code, m.happened_on) from lead_milestone m
             where (m.owner_key, m.captured_date, m.lead_key) = (l.owner_key, l.captured_date, l.lead_key)
               and m.happened_on > ${isoOf(lastDay)}::date and m.voided_at is null), '{}') as agreed
    from lead l
    where l.owner_key = ${ownerKey} and app.is_billable(l.status) and l.start_on is null and l.created_at <= ${since}
      and l.captured_date >= ${isoOf(lastDay - OLDEST_DAYS)}::date
    order by l.lead_key
  `.execute(tx);
  return rows;
};

/** Draws the rest of a funnel: random futures are drawn until one has the same past. */
const drawRest = (lead: Lead, { reached, agreed }: StoredLead, lastDay: Day, random: Random): Funnel | null => {
  const past = new Set(reached);
  // Enrolled without a recorded contact.
  const hasGap = past.size > 0 && !past.has('CONTACT');
  const isPast = (funnel: Funnel): boolean =>
    STAGES.every(
      (stage) => (stage === 'CONTACT' && hasGap) || past.has(stage) === (funnel[stage] ?? Infinity) <= lastDay,
    );
  const promised = Object.entries(agreed) as [Stage, string][];
  for (let i = 0; i < TRIES; i += 1) {
    const funnel = drawFunnel(lead, random);
    if (!isPast(funnel) || promised.some(([stage]) => funnel[stage] === undefined)) continue;
    for (const [stage, day] of promised) funnel[stage] = dayOf(day);
    return funnel;
  }
  return null;
};

interface Advance {
  lead: Lead;
  leadKey: number;
  /** Stages reached since. */
  happened: Funnel;
  /** Milestones to record: reached and scheduled ones, except those recorded already. */
  milestones: Funnel;
  sold: string | null;
}

interface Places {
  campaigns: ReadonlyMap<number, Lead['campaign']>;
  programs: ReadonlyMap<number, Program>;
  sources: ReadonlyMap<number, Source>;
}

const asLead = (stored: StoredLead, places: Places): Lead | null => {
  const campaign = places.campaigns.get(stored.campaignKey);
  const program = places.programs.get(stored.programKey);
  if (campaign === undefined || program === undefined) return null;
  const zip = program.campus.place?.around.find((one) => one.zip === stored.zip);
  return {
    campaign,
    program,
    day: dayOf(stored.day),
    at: stored.at.getTime(),
    status: 'DLV',
    reasons: [],
    unpaid: false,
    device: 'mobile',
    source: (stored.sourceKey === null ? null : places.sources.get(stored.sourceKey)) ?? null,
    zip: zip ?? { zip: stored.zip, state: stored.state, miles: 0 },
    deliveredAt: null,
    returned: null,
    clickId: null,
  };
};

const placesOf = ({ world }: RestoredWorld): Places => {
  const campuses = world.clients.flatMap(({ models }) => models.flatMap((model) => model.campuses));
  return {
    campaigns: new Map(world.campaigns.map((campaign) => [campaign.key, campaign])),
    programs: new Map(campuses.flatMap(({ programs }) => programs.map((program) => [program.key, program]))),
    sources: new Map(world.partners.flatMap(({ sources }) => sources.map((source) => [source.key, source]))),
  };
};

/** Progress of existing inquiries since the last traffic. */
export const listAdvances = async (tx: Tx, restored: RestoredWorld, since: Date): Promise<Advance[]> => {
  const places = placesOf(restored);
  const advances: Advance[] = [];
  for (const owner of restored.world.owners) {
    const lastDay = restored.lastDay(owner);
    if (owner.today === lastDay) continue;
    for (const stored of await listLeads(tx, owner.key, since, lastDay)) {
      const random = restored.random.fork(`outcomes of ${stored.leadKey} after ${lastDay}`);
      const lead = asLead(stored, places);
      const funnel = lead && drawRest(lead, stored, lastDay, random);
      if (lead === null || funnel === null) continue;
      const funnelCounts = knownBy(funnel, owner.today);
      const isNew = (stage: Stage): boolean => (funnel[stage] ?? 0) > lastDay && !stored.reached.includes(stage);
      const pick = (from: Funnel, wanted: (stage: Stage) => boolean): Funnel =>
        Object.fromEntries(Object.entries(from).filter(([stage]) => wanted(stage as Stage)));
      const happened = pick(funnelCounts.happened, isNew);
      const milestones = pick(
        { ...funnelCounts.happened, ...funnelCounts.agreed },
        (stage) => isNew(stage) && !(stage in stored.agreed),
      );
      if (Object.keys(happened).length + Object.keys(milestones).length === 0) continue;
      advances.push({ lead, leadKey: stored.leadKey, happened, milestones, sold: soldFor(lead, happened, random) });
    }
  }
  return advances;
};

/** Writes all stages into the leads' rows in one statement; the triggers see each row. */
export const updateLeads = async ({ tx, copy }: Bulk, advances: readonly Advance[]): Promise<void> => {
  const moved = advances.filter(({ happened }) => Object.keys(happened).length > 0);
  if (moved.length === 0) return;
  const stages = STAGES.map((stage) => COLUMNS[stage]);
  const columns = ['owner_key', 'captured_date', 'lead_key', 'sold_amount', ...stages];
  await sql
    .raw(`create temp table moved_lead on commit drop as select ${columns.join(', ')} from lead with no data`)
    .execute(tx);
  await copy(
    'moved_lead',
    columns,
    moved.map(({ lead, leadKey, happened, sold }) => [
      lead.campaign.owner.key,
      isoOf(lead.day),
      leadKey,
      sold,
      ...STAGES.map((stage) => (happened[stage] === undefined ? null : isoOf(happened[stage]))),
    ]),
  );
  const changes = ['sold_amount', ...stages].map((column) => `${column} = coalesce(l.${column}, m.${column})`);
  await sql
    .raw(
      `update lead l set ${changes.join(', ')} from moved_lead m
       where (l.owner_key, l.captured_date, l.lead_key) = (m.owner_key, m.captured_date, m.lead_key)`,
    )
    .execute(tx);
};
