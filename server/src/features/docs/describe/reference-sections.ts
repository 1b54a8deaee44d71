import { hash } from 'node:crypto';
import {
  ERRORS,
  type InstructionSection,
  LEAD_REASONS,
  LEAD_STATUSES,
  leadReasonText,
  macroValues,
  POSTBACK_SCHEDULE,
  POSTBACK_TRIES,
  PRECHECK_RESULTS,
  REFUSING_STATUSES,
} from '@paceline/contract';
import { normaliseEmail, normalisePhone } from '../../../lib/secrets/seal.ts';
import { samplePost } from '../../../shared/intake/sample-post.ts';
import { type Describing } from './describing.ts';
import { rowOf, section } from './section.ts';

const ANSWERED_STATUSES = ['VAL', 'HLD', 'TST', ...REFUSING_STATUSES] as const;
const HTTP_ERRORS = [
  'POSTING_KEY_MISSING',
  'POSTING_KEY',
  'SKIP_NOT_ALLOWED',
  'BODY_TOO_LARGE',
  'MEDIA_TYPE',
  'POST_CHANGED',
  'RATE_LIMIT',
  'CANNOT_STORE',
] as const;

const answerSection = section('answers', 'Answers', {
  note: 'HTTP 200 for every decision, as JSON, or as XML with Accept: text/xml. A post that is sent again under the same transactionId, or the same post within five minutes, gets its first answer.',
  columns: ['outcome', 'What it means'],
  rows: [
    rowOf('success', 'success', 'Accepted, or held: leadId, status and price. Do not send it again'),
    rowOf('failure', 'failure', 'Refused for good: status and reasons. Do not send it again'),
    rowOf('error', 'error', 'A field is missing or wrong: reasons name all of them. Correct and send again'),
  ],
});

const statusSection = section('statuses', 'Status codes', {
  columns: ['status', 'Name', 'What it means'],
  rows: ANSWERED_STATUSES.map((code) => rowOf(code, code, LEAD_STATUSES[code].label, LEAD_STATUSES[code].description)),
});

const reasonSection = section('reasons', 'Reason codes', {
  columns: ['code', 'status', 'What it means'],
  rows: REFUSING_STATUSES.flatMap((status) =>
    LEAD_REASONS[status].map((code) => rowOf(code, code, status, leadReasonText(code))),
  ),
});

const httpSection = section('http', 'HTTP status', {
  note: 'Wait for Retry-After after 429 and 503, then send the same post again.',
  columns: ['HTTP', 'Code', 'Message'],
  rows: HTTP_ERRORS.map((code) => rowOf(code, String(ERRORS[code].status), code, ERRORS[code].message)),
});

const sha256 = (text: string): string => hash('sha256', text);

const precheckSection = ({ rules, publicUrl }: Describing): InstructionSection => {
  const { email = '', phone = '' } = samplePost(rules);
  return section('precheck', 'Precheck', {
    note: `POST ${publicUrl}/lead/v1/precheck with the same key asks whether a lead would be taken; nothing is stored. Send cck and what you know of zip, state, programCode and the audience, and hashes in place of the person: SHA-256 in hex of the email (lower case, without +tag, without dots for Gmail) as emailSha256 and of the phone’s ten digits as phoneSha256.`,
    columns: ['result', 'What it means'],
    rows: [
      ...Object.entries(PRECHECK_RESULTS).map(([result, words]) => rowOf(result, result, words)),
      rowOf('emailSha256', `emailSha256 of ${email}`, sha256(normaliseEmail(email))),
      rowOf('phoneSha256', `phoneSha256 of ${phone}`, sha256(normalisePhone(phone))),
    ],
  });
};

const postbackSection = section('postbacks', 'Postbacks', {
  note: `A postback address of the campaign is called by GET when a lead is accepted and whenever its status changes: at most ${POSTBACK_TRIES} tries, each of ${POSTBACK_SCHEDULE.timeLimitSeconds} seconds. Macros are filled in encoded.`,
  columns: ['Macro', 'Example'],
  rows: Object.entries(macroValues('POSTBACK')).map(([macro, example]) => rowOf(macro, `{${macro}}`, example)),
});

/** The same for every campaign: how to read answers. */
export const referenceSections = (describing: Describing): InstructionSection[] => [
  answerSection,
  statusSection,
  reasonSection,
  httpSection,
  precheckSection(describing),
  postbackSection,
];
