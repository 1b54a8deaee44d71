import { expect, it } from 'vitest';
import { sendingWords } from './prepare-sending.ts';

it('says what was sent, and names what was left out', () => {
  expect(sendingWords({ sent: 1, mails: 2, skipped: [] }, 'mail')).toEqual([
    { tone: 'success', text: '1 statement sent in 2 mails.' },
  ]);
  expect(sendingWords({ sent: 2, mails: 0, skipped: [] }, 'hand')[0]?.text).toBe('2 statements marked as sent.');
  const skipped = [
    { number: 'INV-2026-0001', reason: 'Sent already.' },
    { number: 'INV-2026-0002', reason: 'Sent already.' },
  ];
  expect(sendingWords({ sent: 0, mails: 0, skipped }, 'mail')).toEqual([
    { tone: 'error', text: '2 not sent. INV-2026-0001: Sent already.' },
  ]);
});
