import {
  LABEL_SETS,
  LEAD_STATUSES,
  leadExportColumns,
  type LeadExportQuestion,
  leadReasonText,
  type Milestone,
  type UserGroup,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope.ts';
import { type Tx } from '../../../db/tx.ts';
import { type OutgoingColumn, type OutgoingRow, type OutgoingValue } from '../../../lib/sheet/outgoing.ts';
import { type WrittenFile, writeCsv, writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { openPerson } from '../../../lib/seal.ts';
import { maskPerson } from '../../../shared/delivery/mask.ts';
import { inquiryWord } from '../inquiry-words.rules.ts';
import { type AskedLeads, type ExportedLead, streamLeads } from './rows.queries.ts';

const milestoneWord = (milestone: Milestone): string =>
  LABEL_SETS.default[milestone.toLowerCase() as Lowercase<Milestone>].one;
const wordOf = (code: unknown): string | null => (typeof code === 'string' ? inquiryWord(code) : null);

interface Writing {
  secret: Buffer;
  scope: Scope;
  question: LeadExportQuestion;
  asked: AskedLeads;
}

/** Masked for everybody but who asked for whole people and may have them. */
const personOf = ({ secret, asked, question }: Writing, { leadKey, sealed }: ExportedLead): OutgoingRow => {
  if (sealed === null) return {};
  const person = openPerson(secret, { ownerKey: asked.ownerKey, leadKey }, sealed);
  if (!question.wholePeople) {
    const { name, email, phone } = maskPerson(person);
    return { personName: name, email, phone };
  }
  const { firstName, lastName, email, phone } = person;
  const address = [person.addressLine1, person.addressLine2, person.city].filter((part) => part).join(', ');
  return { personName: `${firstName} ${lastName}`.trim(), email, phone, address };
};

/** One lead after the other, as the file has it: the fields that have words of their own in words, the person last. */
export const streamFileRows = async function* (tx: Tx, writing: Writing): AsyncGenerator<OutgoingRow, void> {
  for await (const lead of streamLeads(tx, writing.scope, writing.asked)) {
    yield {
      ...(lead as Record<string, OutgoingValue>),
      status: LEAD_STATUSES[lead.status].label,
      reason: lead.reasons.map(leadReasonText).join('; '),
      milestone: lead.milestone && milestoneWord(lead.milestone),
      education: wordOf(lead['education']),
      militaryStatus: wordOf(lead['militaryStatus']),
      startTimeframe: wordOf(lead['startTimeframe']),
      ...personOf(writing, lead),
    };
  }
};

const aboutFile = ({ question, asked }: Writing): string[] => [
  `Leads received from ${question.startDate} to ${question.endDate}, days and times in the time zone ${asked.timeZone}.`,
  question.leadStatus.length === 0
    ? 'All statuses.'
    : `Statuses: ${question.leadStatus.map((code) => LEAD_STATUSES[code].label).join(', ')}.`,
  'A price stands only where something is owed.',
  ...(asked.hasPeople
    ? [
        question.wholePeople
          ? 'This file holds personal data: delete it when it is no longer needed.'
          : 'People are masked.',
      ]
    : []),
];

/** The file of these rows, as they come. */
export const writeLeadFile = (writing: Writing, rows: AsyncIterable<OutgoingRow>): WrittenFile => {
  const { question, asked, scope } = writing;
  const columns = leadExportColumns(scope.group as UserGroup, question.wholePeople).map(
    ({ key, label, kind }): OutgoingColumn => ({
      key,
      label: kind === 'dateTime' ? `${label} (${asked.timeZone})` : label,
      kind,
    }),
  );
  const sheet = { sheetName: 'Leads', columns, rows, note: aboutFile(writing) };
  return question.format === 'csv' ? writeCsv(sheet) : writeSheet(sheet);
};
