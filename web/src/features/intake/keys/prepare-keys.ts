import {
  KEY_OVERLAP_HOURS,
  POST_PARAMETER_NAMES,
  POST_PARAMETERS,
  type PostingKey,
  type PostingKeyPartner,
  type PostParameterName,
} from '@paceline/contract';
import { formatCount, formatInstant } from '../../../lib/text/format.ts';
import type { StatusTone } from '../../../ui/marks/status-mark.tsx';

interface Told {
  tone: StatusTone;
  text: string;
}

/** A key's state, and until when. */
export const keyState = ({ isActive, endsAt, shutAt }: PostingKey, zone: string): Told => {
  if (shutAt !== null) return { tone: 'off', text: `Disabled ${formatInstant(shutAt, zone)}` };
  if (!isActive) return { tone: 'off', text: `Ended ${formatInstant(endsAt, zone)}` };
  if (endsAt !== null) return { tone: 'warn', text: `Ends ${formatInstant(endsAt, zone)}` };
  return { tone: 'good', text: 'Active' };
};

/** Whether a partner has a working key. */
export const partnerState = ({ activeKeys, nextEndAt }: PostingKeyPartner, zone: string): Told => {
  if (activeKeys === 0) return { tone: 'bad', text: 'No active key' };
  const count = `${formatCount(activeKeys)} active ${activeKeys === 1 ? 'key' : 'keys'}`;
  if (nextEndAt === null) return { tone: 'good', text: count };
  const ends = formatInstant(nextEndAt, zone);
  return { tone: 'warn', text: activeKeys === 1 ? `${count}, ends ${ends}` : `${count}, one ends ${ends}` };
};

/** A key by its name, if any, and its last four characters as in the table. */
export const keyName = ({ label, hint }: Pick<PostingKey, 'label' | 'hint'>): string =>
  label === '' ? `key ending in ${hint}` : `${label} (ending in ${hint})`;

/** When the old key stops working after its replacement. */
export const OVERLAPS = [
  { hours: 0, label: 'Now: posts with the old key are refused' },
  { hours: 24, label: 'In 1 day' },
  { hours: KEY_OVERLAP_HOURS, label: 'In 7 days' },
  { hours: 30 * 24, label: 'In 30 days' },
] as const;

const SAMPLE: Partial<Record<PostParameterName, string>> = {
  transactionId: 'YOUR-ID-1',
  firstName: 'Test',
  lastName: 'Lead',
  email: 'test.lead@example.com',
  phone: '2165550124',
  zip: '44114',
  state: 'OH',
  programCode: 'PROGRAM_CODE',
  publisherSource: 'your-site',
  landingPageUrl: 'https://your-site.example/form',
  ipAddress: '8.8.8.8',
  tcpaConsent: 'Y',
  tcpaText: 'By clicking Submit I agree that SCHOOL NAME may call, text and email me.',
  isTest: 'Y',
};

/** Parameters every post from a web form needs. */
export const NEEDED = POST_PARAMETER_NAMES.filter((name) =>
  ['always', 'fromWeb', 'withPrograms'].includes(POST_PARAMETERS[name].required),
);

/** A command that posts a test lead; placeholders for the key and the partner's own values are in capitals. */
export const postCommand = (origin: string): string => {
  const fields = POST_PARAMETER_NAMES.filter((name) => name in SAMPLE).map(
    (name) => `    ${JSON.stringify(name)}: ${JSON.stringify(SAMPLE[name])}`,
  );
  return [
    `curl ${origin}/lead/v1/post \\`,
    "  -H 'X-Partner-Key: YOUR_POSTING_KEY' \\",
    "  -H 'Content-Type: application/json' \\",
    "  -d '{",
    ['    "cck": "CAMPAIGN_CODE"', ...fields].join(',\n'),
    "  }'",
  ].join('\n');
};
