import {
  auditFieldWords,
  campaignRecord,
  customChannelRecord,
  goalRecord,
  loggedField,
  partnerContactRecord,
  partnerRecord,
  platformAccountRecord,
  publisherRecord,
  type RecordField,
  sourceRecord,
  userRecord,
} from '@paceline/contract';

/** The declared records, by their name in the log; a contact's lines are its partner's. */
const RECORDS = [
  campaignRecord,
  customChannelRecord,
  goalRecord,
  partnerRecord,
  partnerContactRecord,
  platformAccountRecord,
  publisherRecord,
  sourceRecord,
  userRecord,
];

const declaredField = (entity: string | null, name: string): Pick<RecordField, 'label' | 'words'> | undefined =>
  RECORDS.filter((record) => record.entity === entity)
    .map((record) => loggedField(record, name))
    .find((field) => field !== undefined);

/** The label of a field: as its record declares it, or else made from its name. */
export const fieldLabel = (entity: string | null, name: string): string =>
  declaredField(entity, name)?.label ?? auditFieldWords(name);

/** The label of a code in a field of a record; undefined for a code the record does not know. */
export const codeLabel = (entity: string | null, name: string, code: string): string | undefined => {
  const words = declaredField(entity, name)?.words ?? {};
  return Object.hasOwn(words, code) ? words[code] : undefined;
};
