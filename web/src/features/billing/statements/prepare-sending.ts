import type { CallResponse, statementSend } from '@paceline/contract';

interface Notice {
  tone: 'success' | 'error';
  text: string;
}

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** What to say after sending; what was left out is named. */
export const sendingWords = (
  { sent, mails, skipped }: CallResponse<typeof statementSend>,
  by: 'mail' | 'hand',
): Notice[] => [
  ...(sent === 0
    ? []
    : [
        {
          tone: 'success' as const,
          text:
            by === 'mail'
              ? `${counted(sent, 'statement')} sent in ${counted(mails, 'mail')}.`
              : `${counted(sent, 'statement')} marked as sent.`,
        },
      ]),
  ...(skipped.length === 0
    ? []
    : [
        {
          tone: 'error' as const,
          text:
            skipped.length === 1
              ? `${skipped[0]!.number}: ${skipped[0]!.reason}`
              : `${skipped.length} not sent. ${skipped[0]!.number}: ${skipped[0]!.reason}`,
        },
      ]),
];
