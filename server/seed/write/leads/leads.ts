import { isBillableLead } from '@paceline/contract';
import { type Builder } from '../../build/organisation.ts';
import { isoOf } from '../../calendar.ts';
import { type Directory } from '../directory.ts';
import { hex, ulid } from '../../leads/identifiers.ts';
import { drawFunnel, type Funnel, knownBy, type Stage } from '../../leads/lead-funnel.ts';
import { writeDeliveries, writeMilestones, writeStatusChanges } from '../../leads/lead-history.ts';
import { drawAttributes } from '../../leads/lead-person.ts';
import { type Lead } from '../../leads/lead.ts';
import { stateOf } from '../../leads/own-rules.ts';
import { priceOn } from '../../build/model.ts';
import { type Random } from '../../random.ts';
import { type People } from '../people.ts';
import { handsOf, type ReturnRecord, writeReturn } from './returns.ts';

const MOBILE_PRICE = 0.92;

/** Every third campaign pays less for phones; platform campaigns have no lead price. */
const pricesOf = ({ campaign, day, device }: Lead): readonly [string, string] => {
  const price = campaign.channel === 'ppl' ? priceOn(campaign, day) : undefined;
  if (price === undefined) return ['0', '0'];
  const times = device === 'mobile' && campaign.key % 3 === 0 ? MOBILE_PRICE : 1;
  return [(price.client * times).toFixed(2), (price.media * times).toFixed(2)];
};

const dateOf = (funnel: Funnel, stage: Stage): string | null => {
  const day = funnel[stage];
  return day === undefined ? null : isoOf(day);
};

/** Price of a sold kitchen, bath or set of windows. */
export const soldFor = ({ campaign }: Lead, { ENROLLMENT }: Funnel, random: Random): string | null =>
  campaign.client.segment === 'home' && ENROLLMENT !== undefined ? random.logNormal(14_500, 0.45).toFixed(2) : null;

const NOTHING: Funnel = {};

/** The lead's own row, and the stages it has reached or has scheduled. */
export const describeLead = (lead: Lead, leadKey: number, duplicateOf: number | null, random: Random) => {
  const { campaign, program, source, zip, at } = lead;
  const { owner, partner, kind } = campaign;
  const { happened, agreed } = isBillableLead(lead.status)
    ? knownBy(drawFunnel(lead, random), owner.today)
    : { happened: NOTHING, agreed: NOTHING };
  const { age, education, gradYear, military, branch, timeframe } = drawAttributes(lead, random);
  const [clientPrice, mediaPrice] = pricesOf(lead);
  const record = {
    owner_key: owner.key,
    captured_date: isoOf(lead.day),
    lead_key: leadKey,
    public_id: `L-${ulid(at, random)}`,
    created_at: new Date(at),
    campaign_key: campaign.key,
    partner_key: partner?.key ?? null,
    publisher_source_key: source?.key ?? null,
    sub_source: source === null ? null : random.pick(source.subSources),
    program_key: program.key,
    campus_key: program.campus.key,
    status: lead.status,
    status_reasons: lead.reasons,
    lead_source_type: kind === 'call' ? 'Call Center' : 'web',
    device: lead.device,
    state: stateOf(lead),
    zip: zip.zip,
    age,
    education,
    grad_year: gradYear,
    degree_of_interest: program.degree,
    area_of_interest: program.area,
    military_status: military,
    military_branch: branch,
    start_timeframe: timeframe,
    client_price: clientPrice,
    media_price: mediaPrice,
    unpaid: lead.unpaid,
    delivered_at: lead.deliveredAt === null ? null : new Date(lead.deliveredAt),
    returned_at: lead.status === 'RTN' && lead.returned !== null ? new Date(lead.returned.decidedAt) : null,
    contact_on: dateOf(happened, 'CONTACT'),
    appointment_on: dateOf(happened, 'APPOINTMENT'),
    interview_on: dateOf(happened, 'INTERVIEW'),
    visit_on: dateOf(happened, 'VISIT'),
    application_on: dateOf(happened, 'APPLICATION'),
    enrollment_on: dateOf(happened, 'ENROLLMENT'),
    start_on: dateOf(happened, 'START'),
    sold_amount: soldFor(lead, happened, random),
    transaction_id: partner === null ? null : `${partner.code}${hex(12, random)}`,
    click_id: lead.clickId,
    crm_reference: lead.deliveredAt !== null && random.chance(0.8) ? `${campaign.client.code}-${leadKey}` : null,
    duplicate_of: duplicateOf,
  };
  return { record, milestones: { ...happened, ...agreed } };
};

/** Records collected while writing the leads of a history. */
export interface Intake {
  people: People;
  directory: Directory;
  /** All return requests. */
  returns: ReturnRecord[];
}

const writeLead = (
  builder: Builder,
  { people, directory, returns }: Intake,
  lead: Lead,
  leadKey: number,
  random: Random,
): void => {
  const { record, milestones } = describeLead(lead, leadKey, people.note(lead, leadKey), random);
  const hands = handsOf(directory, lead, leadKey);
  builder.sheets.put('lead', record);
  writeStatusChanges(builder, lead, leadKey, hands, random);
  writeDeliveries(builder, lead, leadKey, random);
  writeMilestones(builder, lead, leadKey, milestones, random);
  if (lead.returned === null) return;
  const returnRecord: ReturnRecord = { lead, leadKey, returned: lead.returned, ...hands };
  writeReturn(builder, returnRecord, [record.client_price, record.media_price], random);
  returns.push(returnRecord);
};

/** Writes leads in order of arrival, so that keys grow with time. Returns their keys. */
export const writeLeads = (builder: Builder, intake: Intake, leads: readonly Lead[], random: Random): number[] =>
  leads.map((lead) => {
    const leadKey = builder.keys.next('lead');
    writeLead(builder, intake, lead, leadKey, random);
    return leadKey;
  });
