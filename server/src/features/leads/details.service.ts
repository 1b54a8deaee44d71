import {
  isAwaitingDelivery,
  isDueLead,
  LEAD_SEARCH_TYPES,
  type LeadDetail,
  type LeadEvent,
  type LeadSearchType,
  MILESTONES,
  wasDelivered,
} from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { openPerson } from '../../lib/secrets/seal.ts';
import { maskPerson } from '../../shared/delivery/mask-person.ts';
import { findWaiting } from '../../shared/delivery/waiting.queries.ts';
import {
  findConsent,
  findLeads,
  findSealed,
  type FoundLead,
  getDetail,
  type StoredConsent,
  type StoredDetail,
} from './details.queries.ts';
import { listCampaignCodes, listClientCampuses, listLeadFilters } from './filters.queries.ts';
import { inquiryWord } from './inquiry-words.rules.ts';
import { listReturnComments, listReturnSteps } from './timeline/lead-returns.queries.ts';
import { listEvents } from './timeline/timeline.queries.ts';

export interface LeadDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
}

/** A group cannot search by the other side's lead id. */
const NOT_FOR: Partial<Record<Scope['group'], readonly LeadSearchType[]>> = { mp: ['crm'], cl: ['txn'] };

const LABELS: Readonly<Record<string, string>> = {
  state: 'State',
  zip: 'ZIP',
  age: 'Age',
  education: 'Highest education',
  gradYear: 'Graduation year',
  degree: 'Degree of interest',
  area: 'Area of interest',
  militaryStatus: 'Military status',
  militaryBranch: 'Military branch',
  start: 'Desired start',
  device: 'Device',
  leadSourceType: 'Lead source type',
};

const inquiryOf = (stored: StoredDetail['inquiry']) =>
  Object.keys(LABELS).flatMap((name) => {
    const value = stored[name];
    return value === null || value === undefined
      ? []
      : [{ label: LABELS[name] ?? name, value: inquiryWord(String(value)) }];
  });

/** The query of an address may contain personal data. */
export const pageOf = (url: string): string => url.split(/[?#]/)[0] ?? '';

const consentOf = (consent: StoredConsent | null) =>
  consent && { ...consent, page: pageOf(consent.page), givenAt: consent.givenAt.toISOString() };

/**
 * For a media partner, only events from the lead's own row and its returns: other decisions and their reasons belong to the agency and the
 * client.
 */
const partnerEvents = async (
  tx: Tx,
  lead: FoundLead,
  { deliveredAt, statusReasons }: StoredDetail,
): Promise<LeadEvent[]> => {
  const event = (at: Date, from: FoundLead['status'] | null, to: FoundLead['status']): LeadEvent => ({
    kind: 'status',
    at: at.toISOString(),
    from,
    to,
    reasons: to === lead.status ? statusReasons : [],
    note: '',
    by: null,
    isWithdrawal: false,
  });
  const hasEnd = wasDelivered(lead.status);
  const returns = [...(await listReturnSteps(tx, lead)), ...(await listReturnComments(tx, lead, true))];
  return [
    event(lead.createdAt, null, hasEnd ? 'VAL' : lead.status),
    ...(hasEnd && deliveredAt ? [event(deliveredAt, 'VAL', 'DLV')] : []),
    ...returns.toSorted((a, b) => a.at.localeCompare(b.at)),
  ];
};

const peopleOf = async (tx: Tx, secret: Buffer, lead: FoundLead) => {
  const sealed = await findSealed(tx, lead);
  const id = { ownerKey: lead.ownerKey, leadKey: lead.leadCaptureKey };
  return {
    person: sealed && maskPerson(openPerson(secret, id, sealed)),
    consent: consentOf(await findConsent(tx, lead)),
  };
};

const waitingOf = (tx: Tx, { ownerKey, capturedDate, leadCaptureKey: leadKey, status }: FoundLead, now: Date) =>
  isAwaitingDelivery(status) ? findWaiting(tx, { ownerKey, capturedDate, leadKey }, now) : null;

const detailOf = async (
  tx: Tx,
  { secret, clock }: LeadDeps,
  { group }: Scope,
  lead: FoundLead,
): Promise<LeadDetail> => {
  const stored = await getDetail(tx, lead);
  if (stored === undefined) throw new AppError('NOT_FOUND');
  const { capturedDate: _, createdAt, ...fields } = lead;
  const { milestones, inquiry, deliveredAt, clientPrice, mediaPrice, ...rest } = stored;
  const isOwed = isDueLead(lead.status, stored.isUnpaid);
  return {
    ...fields,
    ...rest,
    createdAt: createdAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    clientPrice: isOwed ? clientPrice : null,
    mediaPrice: isOwed ? mediaPrice : null,
    milestones: MILESTONES.flatMap((code, index) => {
      const on = milestones[index];
      return on === null || on === undefined ? [] : [{ code, on }];
    }),
    inquiry: inquiryOf(inquiry),
    ...(group === 'mp' ? { person: null, consent: null } : await peopleOf(tx, secret, lead)),
    waiting: group === 'mp' ? null : await waitingOf(tx, lead, clock.now()),
    events: group === 'mp' ? await partnerEvents(tx, lead, stored) : await listEvents(tx, lead, group === 'ag'),
  };
};

export const getLeadFilters = ({ db }: LeadDeps, scope: Scope) =>
  db.readScope(scope, (tx) => listLeadFilters(tx, scope));

export const getCampaignCodes = ({ db }: LeadDeps, scope: Scope, ownerKey: number, typed: string) =>
  db.readScope(scope, (tx) => listCampaignCodes(tx, ownerKey, typed));

export const getClientCampuses = ({ db }: LeadDeps, scope: Scope, ownerKey: number, clientKey: number) =>
  db.readScope(scope, (tx) => listClientCampuses(tx, ownerKey, clientKey));

const isType = (text: string): text is LeadSearchType => (LEAD_SEARCH_TYPES as readonly string[]).includes(text);

/** A lead by one of its ids. The group's schema decides the fields; those it excludes are not read at all. */
export const getLeadDetails = (deps: LeadDeps, scope: Scope, searchType: string, keyCode: string) => {
  if (!isType(searchType)) throw new AppError('SEARCH_TYPE');
  return deps.db.readScope(scope, async (tx) => {
    const isTheirs = NOT_FOR[scope.group]?.includes(searchType) === true;
    const leads = isTheirs ? [] : await findLeads(tx, scope.ownerKeys, searchType, keyCode);
    const [first, ...others] = leads;
    if (first === undefined) throw new AppError('NOT_FOUND');
    if (others.length === 0) return { leads: [await detailOf(tx, deps, scope, first)], choices: [] };
    return {
      leads: [],
      choices: leads.map(({ ownerKey: _o, capturedDate: _c, createdAt, ...choice }) => ({
        ...choice,
        createdAt: createdAt.toISOString(),
      })),
    };
  });
};
