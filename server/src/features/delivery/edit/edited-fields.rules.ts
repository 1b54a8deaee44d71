import {
  DELIVERY_FIELDS,
  type DeliveryFieldMap,
  type DeliveryFieldName,
  type DeliveryValues,
  type EditedLeadField,
  LEAD_EDIT_NAMES,
  leadEditField,
  type LeadEditName,
  renderFields,
  templateFields,
} from '@paceline/contract';

/** Fields that are sent under another name than they are edited by: codes and names come from the record that is chosen. */
const EDITED_AS: Partial<Record<DeliveryFieldName, LeadEditName>> = {
  campusCode: 'campusKey',
  campusName: 'campusKey',
  programCode: 'programKey',
  programName: 'programKey',
};
const editNameOf = (source: DeliveryFieldName): LeadEditName | null =>
  EDITED_AS[source] ?? LEAD_EDIT_NAMES.find((name) => name === source) ?? null;

const RECEIVED = 'Set when the lead was received';
const CONSENT = 'Proof of consent';
const POSTED = 'As posted by the media partner';
/** Why a field cannot be changed on the lead. */
const FIXED: Partial<Record<DeliveryFieldName, string>> = {
  leadId: RECEIVED,
  receivedAt: RECEIVED,
  transactionId: POSTED,
  source: POSTED,
  subSource: POSTED,
  leadSourceType: POSTED,
  device: POSTED,
  clientCode: 'Set on the client',
  campaignCode: 'Set on the campaign',
  clientCampaignCode: 'Set on the campaign',
  partnerCode: 'Set on the media partner',
  consentText: CONSENT,
  consentAt: CONSENT,
  consentPage: CONSENT,
  consentIp: CONSENT,
  certificate: CONSENT,
  dialerOptIn: CONSENT,
  textOptIn: CONSENT,
};

/** Present values, with those of records by key. */
interface PresentLead {
  /** For delivery, with the person masked. */
  values: DeliveryValues;
  campusKey: number | null;
  programKey: number | null;
}
type Choices = Readonly<Record<'campusKey' | 'programKey', { value: string; label: string }[]>>;

/** Words of a name or an answer, lower case, with a space on both sides: `programCode` and `program_code` are ` program code `. */
const wordsOf = (text: string): string =>
  ` ${text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Words that name no field. */
const TOO_COMMON = new Set(['', 'id', 'lead', 'name', 'value', 'code', 'type', 'field', 'error', 'data', 'status']);
const MIN_LENGTH = 3;

/** Whether the answer of the client's system names one of these. */
const isNamedBy = (answer: string, names: readonly string[]): boolean => {
  const words = wordsOf(answer);
  return names.some((name) => {
    const wanted = wordsOf(name);
    return wanted.trim().length >= MIN_LENGTH && !TOO_COMMON.has(wanted.trim()) && words.includes(wanted);
  });
};

interface Sources {
  /** The source field; null for a text of the field map. */
  source: DeliveryFieldName | null;
  maps: DeliveryFieldMap[];
}

/** The map's lines by what they are edited as, in the order of the map. */
const groupsOf = (maps: readonly DeliveryFieldMap[]): Map<string, Sources> => {
  const groups = new Map<string, Sources>();
  for (const map of maps) {
    const sources = templateFields(map.template);
    for (const source of sources.length === 0 ? [null] : sources) {
      const id = source === null ? `text ${map.name}` : (editNameOf(source) ?? source);
      const group = groups.get(id) ?? { source, maps: [] };
      groups.set(id, { ...group, maps: [...group.maps, map] });
    }
  }
  return groups;
};

const presentValue = (name: LeadEditName, { values, ...keys }: PresentLead): string => {
  if (name === 'campusKey' || name === 'programKey') return keys[name] === null ? '' : String(keys[name]);
  return values[name];
};

/** The lead's fields as the endpoint's map sends them, for correcting; without a map, those that can be corrected. */
export const editedFields = (
  maps: readonly DeliveryFieldMap[] | null,
  lead: PresentLead,
  choices: Choices,
  answer: string,
): EditedLeadField[] => {
  const fieldOf = (name: LeadEditName, sentAs: readonly DeliveryFieldMap[]): EditedLeadField => {
    const { label, personal = false, choices: own } = leadEditField(name);
    const ofRecord = name === 'campusKey' || name === 'programKey' ? choices[name] : null;
    const sent = renderFields(sentAs, lead.values).map(([, value]) => value);
    const names = sentAs.flatMap((map) => [map.name, map.name.split('.').at(-1) ?? '']);
    return {
      name,
      label,
      sentAs: sentAs.map((map) => map.name),
      value: presentValue(name, lead),
      sent: [...new Set(sent)].join(', '),
      isMasked: personal,
      fixed: null,
      choices: ofRecord ?? own?.map(({ code, label: word }) => ({ value: code, label: word })) ?? null,
      isNamed: isNamedBy(answer, [label, ...names, ...(personal ? [] : sent)]),
    };
  };
  if (maps === null) return LEAD_EDIT_NAMES.map((name) => fieldOf(name, []));
  return [...groupsOf(maps).values()].map(({ source, maps: sentAs }) => {
    const name = source === null ? null : editNameOf(source);
    if (name !== null) return fieldOf(name, sentAs);
    const sent = renderFields(sentAs, lead.values).map(([, value]) => value);
    const label = source === null ? (sentAs[0]?.name ?? '') : DELIVERY_FIELDS[source].label;
    return {
      name: null,
      label,
      sentAs: sentAs.map((map) => map.name),
      value: source === null ? sent.join(', ') : lead.values[source],
      sent: [...new Set(sent)].join(', '),
      isMasked: source !== null && 'personal' in DELIVERY_FIELDS[source],
      fixed: source === null ? 'Set in the field map of the endpoint' : (FIXED[source] ?? RECEIVED),
      choices: null,
      isNamed: isNamedBy(answer, [label, ...sentAs.map((map) => map.name)]),
    };
  });
};

/** A change in words, as the history keeps it. */
export interface KeptChange {
  name: LeadEditName;
  before: string;
  after: string;
}

/** A choice by its label; another value as it is. */
export const wordOf = (field: Pick<EditedLeadField, 'choices'>, value: string): string =>
  field.choices?.find((one) => one.value === value)?.label ?? value;
