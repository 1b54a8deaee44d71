import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { days, exactText, oneKey, oneOf, required, search, text } from '../core/calls/list-filters.ts';
import { defineList } from '../core/calls/list.ts';
import { instant, key } from '../core/calls/schema.ts';
import { AUDIT_ACTION_KEYS } from './action-words.ts';
import { AUDIT_ENTITY_KEYS, AUDIT_OUTCOMES, AUDIT_WAYS, type AuditOutcome, type AuditWay } from './words.ts';

const agency = ['ag'] as const;
const WAYS = Object.keys(AUDIT_WAYS) as [AuditWay, ...AuditWay[]];
const OUTCOMES = Object.keys(AUDIT_OUTCOMES) as [AuditOutcome, ...AuditOutcome[]];

/** One changed field in words; null if there was no value before, or is none after. */
const auditChangeSchema = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AuditChange = z.infer<typeof auditChangeSchema>;

const line = {
  auditKey: key,
  at: instant,
  /** The actor: a user, Paceline itself, or an anonymous request. */
  who: z.string(),
  /** The record, such as "Campaign HT-214". */
  subject: z.string(),
  action: z.string(),
  way: z.enum(WAYS).nullable(),
  outcome: z.enum(OUTCOMES),
};

const auditRowSchema = z.object({
  ...line,
  /** The first few changes, such as "Monthly allocation: 120 → 150". */
  changes: z.array(z.string()),
  entityKey: z.string().nullable(),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

const auditLineSchema = z.object({
  ...line,
  ownerName: z.string().nullable(),
  changes: z.array(auditChangeSchema),
});
export type AuditLine = z.infer<typeof auditLineSchema>;

export const auditSearch = defineList({
  id: 'auditSearch',
  summary: 'Who changed what, the newest first: of an owner, or of users, partners and sign-ins, which are no owner’s',
  path: '/{p}/audit/search',
  owner: 'body',
  groups: agency,
  permission: 'audit:View',
  apiKey: false,
  filters: {
    ownerKey: required(oneKey({ address: 'owner' })),
    /** Entries of the owner, or entries without an owner. */
    of: oneOf(['owner', 'none']),
    /** A record's name, code or id, a setting's label, or a request id. */
    term: search({ address: 'q' }),
    days: days(),
    person: text(),
    entity: oneOf(AUDIT_ENTITY_KEYS),
    entityKey: exactText({ address: 'key' }),
    action: oneOf(AUDIT_ACTION_KEYS),
    way: oneOf([...WAYS, 'unknown']),
    outcome: oneOf(OUTCOMES),
    requestId: exactText({ address: 'request' }),
  },
  columns: {
    at: { label: 'When', kind: 'instant' },
    who: { label: 'Who', kind: 'text' },
    subject: { label: 'What', kind: 'text' },
    action: { label: 'Action', kind: 'text' },
    changes: { label: 'Before → after', kind: 'text', note: 'Personal values are masked.' },
    way: { label: 'Way', kind: 'text', note: 'By a screen, a file, a call of another system, or a job of Paceline.' },
    outcome: { label: 'Outcome', kind: 'text' },
    entityKey: { label: 'Key', kind: 'text', hidden: true },
    ip: { label: 'IP address', kind: 'text' },
    requestId: { label: 'Request', kind: 'text' },
  },
  sort: { by: ['at'], first: '-at' },
  key: 'auditKey',
  row: auditRowSchema,
  total: { upTo: 1_000 },
  export: { id: 'auditExport', path: '/{p}/audit/export' },
});

const owner = {
  session: 'A line is of any of the session’s owners or of none; what is not theirs is not found.',
} as const;

export const auditGet = defineCall({
  id: 'auditGet',
  summary: 'A line of the audit log with all that it changed; personal values are masked',
  route: 'GET /{p}/audit/line/{key}',
  owner,
  groups: agency,
  permission: 'audit:View',
  apiKey: false,
  response: auditLineSchema,
});

export const auditValuesView = defineCall({
  id: 'auditValuesView',
  summary: 'The same with personal values in full; that they were seen, and by whom, is recorded',
  route: 'POST /{p}/audit/values/view',
  owner,
  groups: agency,
  permission: 'leadanalyzer:ViewPII',
  body: z.strictObject({ auditKey: key }),
  response: auditLineSchema,
});

/** The records with a History tab, and the right each one needs. */
export const HISTORY_RIGHTS = {
  campaign: 'campaigns:View',
  goal: 'goals:View',
  user: 'users:View',
  media_partner: 'partners:View',
  client: 'clients:View',
  lead: 'leadanalyzer:View',
} as const;
export type HistoryEntity = keyof typeof HISTORY_RIGHTS;

export const auditHistory = defineCall({
  id: 'auditHistory',
  summary: 'What was changed about one record, by whom and by what way; the newest first',
  route: 'GET /{p}/audit/history/{entity}/{key}',
  owner,
  groups: agency,
  permission: ['campaigns:View', 'goals:View', 'users:View', 'partners:View', 'clients:View', 'leadanalyzer:View'],
  apiKey: false,
  params: { entity: z.enum(Object.keys(HISTORY_RIGHTS) as [HistoryEntity, ...HistoryEntity[]]) },
  query: z.strictObject({ after: z.string().max(100).optional() }),
  response: z.object({ lines: z.array(auditLineSchema), next: z.string().nullable() }),
});
