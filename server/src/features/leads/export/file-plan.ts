import {
  LEAD_REASON_WORDS,
  LEAD_STATUSES,
  leadExportColumns,
  type LeadExportQuestion,
  MILESTONES,
  milestoneText,
  type UserGroup,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type OutgoingColumn } from '../../../lib/sheet/outgoing.ts';
import { INQUIRY_WORDS } from '../inquiry-words.rules.ts';
import { type ColumnSource, type FilePlan } from './lead-values.ts';
import { type AskedLeads, type LeadField, type LeadNames, type LeadWords } from './rows.queries.ts';

const STATUS_WORDS = new Map(Object.entries(LEAD_STATUSES).map(([code, { label }]) => [code, label]));
const REASONS = new Map(Object.entries(LEAD_REASON_WORDS));

interface Source {
  from: LeadField;
  source: ColumnSource;
}
const words = (from: LeadField, wordOf: ReadonlyMap<string, string>): Source => ({
  from,
  source: { as: 'words', words: wordOf },
});
const name = (from: LeadField, names: ColumnSource & { as: 'name' }): Source => ({ from, source: names });
const person = (part: (ColumnSource & { as: 'person' })['part']): Source => ({
  from: 'sealed',
  source: { as: 'person', part },
});

/** The source of each column of the contract's list. Columns left out are text fields of the lead with the same name. */
const sourcesOf = (names: LeadWords): Partial<Record<string, Source>> => {
  const named = (from: LeadField, of: keyof LeadNames) => name(from, { as: 'name', names: names[of] });
  return {
    receivedAt: { from: 'receivedAt', source: { as: 'time' } },
    deliveredAt: { from: 'deliveredAt', source: { as: 'time' } },
    status: words('status', STATUS_WORDS),
    reason: words('reasons', REASONS),
    milestone: words('milestone', new Map(MILESTONES.map((code) => [code, milestoneText(code, names.labels)]))),
    education: words('education', INQUIRY_WORDS),
    militaryStatus: words('militaryStatus', INQUIRY_WORDS),
    startTimeframe: words('startTimeframe', INQUIRY_WORDS),
    clientName: named('campaignKey', 'client'),
    campaignName: named('campaignKey', 'campaign'),
    campaignCode: named('campaignKey', 'campaignCode'),
    clientCampaignCode: named('campaignKey', 'clientCampaignCode'),
    campusName: named('campusKey', 'campus'),
    programName: named('programKey', 'program'),
    partnerName: named('partnerKey', 'partner'),
    sourceTag: named('sourceKey', 'source'),
    clientPrice: { from: 'clientPrice', source: { as: 'number' } },
    mediaPrice: { from: 'mediaPrice', source: { as: 'number' } },
    personName: person('personName'),
    email: person('email'),
    phone: person('phone'),
    address: person('address'),
  };
};

/** The fields of a lead that a file reads, and how its columns are made from them. */
export const planFile = (
  { group }: Scope,
  { wholePeople }: LeadExportQuestion,
  { ownerKey }: AskedLeads,
  names: LeadWords,
): { fields: LeadField[]; plan: FilePlan } => {
  const sources = sourcesOf(names);
  const columns = leadExportColumns(group as UserGroup, wholePeople).map(({ key, kind }) => {
    const { from, source } = sources[key] ?? { from: key as LeadField, source: { as: 'text' as const } };
    return { key, kind, from, source };
  });
  const fields = [...new Set<LeadField>(['leadKey', ...columns.map(({ from }) => from)])];
  return {
    fields,
    plan: {
      ownerKey,
      fields: fields.length,
      columns: columns.map(({ from, ...column }) => ({ ...column, field: fields.indexOf(from) })),
      sealedField: fields.includes('sealed') ? fields.indexOf('sealed') : null,
      wholePeople,
    },
  };
};

/** The columns with their headings; a time column names its zone. */
export const headedColumns = (
  { group }: Scope,
  { wholePeople }: LeadExportQuestion,
  { timeZone }: AskedLeads,
): OutgoingColumn[] =>
  leadExportColumns(group as UserGroup, wholePeople).map(({ key, label, kind }) => ({
    key,
    label: kind === 'dateTime' ? `${label} (${timeZone})` : label,
    kind,
  }));
