import { LEAD_STATUSES, leadReasonText } from '@paceline/contract';
import { type PdfDocument, type PdfPart } from '../../../lib/pdf/document.ts';
import { type Evidence } from './evidence.ts';

type Facts = Extract<PdfPart, { kind: 'facts' }>['facts'];
type Fact = readonly [string, string | null];

const factsOf = (...facts: Fact[]): PdfPart => ({
  kind: 'facts',
  facts: facts.filter(([, value]) => value !== null && value !== '') as unknown as Facts,
});
const heading = (text: string): PdfPart => ({ kind: 'heading', text });
const text = (words: string): PdfPart => ({ kind: 'text', text: words });

const writerOf = (timeZone: string) => {
  const writer = new Intl.DateTimeFormat('en-US', {
    timeZone,
    dateStyle: undefined,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
  return (at: Date | null): string | null => (at === null ? null : writer.format(at).replaceAll('\u202f', ' '));
};
type Moment = ReturnType<typeof writerOf>;

const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? 'Yes' : 'No');
const words = (codes: readonly string[]): string => codes.map(leadReasonText).join(', ');

const personPart = ({ person }: Evidence): PdfPart[] => [
  heading('Person'),
  ...(person === null
    ? [text('The person’s data were erased on request or because their time was over.')]
    : [
        factsOf(
          ['Name', person.name],
          ['Email', person.email],
          ['Phone', person.phone],
          ['Address', person.address],
          ['Shown', person.isWhole ? 'In full' : 'Masked'],
        ),
      ]),
];

const consentPart = ({ consent }: Evidence, moment: Moment): PdfPart[] => [
  heading('Consent'),
  ...(consent === null
    ? [text('No consent is stored with this lead.')]
    : [
        factsOf(
          ['Given', moment(consent.givenAt)],
          ['Text', consent.text],
          ['Approved text', consent.version],
          ['Landing page', consent.page],
          ...consent.certificates.map(({ issuer, id }): Fact => [`${issuer} certificate`, id]),
          ['Calls agreed to', yesNo(consent.calls)],
          ['Text messages agreed to', yesNo(consent.textMessages)],
          ['IP address', consent.ip],
          ['Browser', consent.userAgent],
        ),
      ]),
];

const OUTCOMES = { passed: 'Passed', flagged: 'Marked', failed: 'Failed', skipped: 'Left out' } as const;

const checkParts = ({ history }: Evidence, moment: Moment): PdfPart[] => {
  const decided = history.filter(({ checks }) => checks.length > 0);
  if (decided.length === 0) return [heading('Checks'), text('What the checks said was not kept for this lead.')];
  return decided.flatMap(({ at, checks }): PdfPart[] => [
    heading(`Checks of ${moment(at) ?? ''}`),
    {
      kind: 'table',
      head: ['Check', 'Outcome', 'Why'],
      widths: [130, 60, '*'],
      rows: checks.map(({ title, outcome, reasons, detail }) => [
        title,
        OUTCOMES[outcome],
        [words(reasons), detail].filter((part) => part !== '').join('. '),
      ]),
    },
  ]);
};

const deliveryParts = ({ deliveries }: Evidence, moment: Moment): PdfPart[] => [
  heading('Delivery'),
  ...(deliveries.length === 0 ? [text('Nothing was sent.')] : []),
  ...deliveries.flatMap(({ attempt, at, endpointName, outcome, httpStatus, request, response }): PdfPart[] => [
    factsOf(
      [`Try ${attempt}`, [moment(at), endpointName, outcome].filter((part) => part !== null).join(', ')],
      ['Answer', httpStatus === null ? 'No HTTP status' : `HTTP ${httpStatus}`],
    ),
    text('Sent, with the person masked:'),
    { kind: 'raw', text: request || 'Not stored' },
    text('Answered:'),
    { kind: 'raw', text: response || 'Nothing' },
  ]),
];

const historyPart = ({ history }: Evidence, moment: Moment): PdfPart[] => [
  heading('Status history'),
  {
    kind: 'table',
    head: ['When', 'Status', 'Why'],
    widths: [150, 110, '*'],
    rows: history.map(({ at, to, reasons }) => [moment(at) ?? '', LEAD_STATUSES[to].label, words(reasons)]),
  },
];

const DECISIONS: Readonly<Record<string, string>> = {
  APPROVED: 'Accepted',
  DENIED: 'Declined',
  WITHDRAWN: 'Withdrawn',
};

const returnParts = ({ returns }: Evidence, moment: Moment): PdfPart[] =>
  returns.flatMap(({ reason, note, requestedAt, decision, decidedAt, decisionNote }) => [
    heading('Return'),
    factsOf(
      ['Requested', moment(requestedAt)],
      ['Reason', leadReasonText(reason)],
      ['Note', note],
      ['Decision', decision === null ? 'Not decided' : (DECISIONS[decision] ?? decision)],
      ['Decided', moment(decidedAt)],
      ['Note on the decision', decisionNote],
    ),
  ]);

/** The evidence as a PDF. */
export const evidenceDocument = (evidence: Evidence): PdfDocument => {
  const moment = writerOf(evidence.timeZone);
  const askedBy = `${evidence.askedBy}, ${moment(evidence.askedAt) ?? ''}`;
  return {
    title: `Evidence for lead ${evidence.leadId}`,
    subtitle: `Asked for by ${askedBy}. Times are those of ${evidence.timeZone}.`,
    footer: `${evidence.leadId}, asked for by ${askedBy}`,
    parts: [
      heading('Lead'),
      factsOf(
        ['School group', evidence.ownerName],
        ['Client', evidence.clientName],
        ['Campaign', evidence.campaignName],
        ['Media partner', evidence.partnerName],
        ['Campus', evidence.campusName],
        ['Program', evidence.programName],
        ['Client reference', evidence.clientReference],
        ['Received', moment(evidence.receivedAt)],
        ['Delivered', moment(evidence.deliveredAt)],
        ['Device', evidence.device],
        [
          'Status',
          [LEAD_STATUSES[evidence.status].label, words(evidence.statusReasons)]
            .filter((part) => part !== '')
            .join(': '),
        ],
      ),
      ...personPart(evidence),
      ...consentPart(evidence, moment),
      ...checkParts(evidence, moment),
      ...deliveryParts(evidence, moment),
      ...historyPart(evidence, moment),
      ...returnParts(evidence, moment),
    ],
  };
};
