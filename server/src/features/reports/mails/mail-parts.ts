import { type ScheduleFile, scheduleWords, type ScheduleTime } from '@paceline/contract';
import { oneLine } from '../../../lib/files/one-line.ts';

/** Mail servers refuse larger files, and so would ours. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

export const fileNameOf = (name: string, kind: ScheduleFile): string =>
  `${
    oneLine(name)
      .replace(/[^\p{L}\p{N} ._-]/gu, '')
      .trim()
      .slice(0, 60) || 'report'
  }.${kind}`;

interface Sent {
  /** The maker of the schedule, and its due time. */
  by: string;
  time: ScheduleTime;
  isTest: boolean;
  /** Whether the reader can open the page of saved views. */
  hasPage: boolean;
}

/** Why somebody gets a scheduled mail, and how it ends. */
export const whySent = ({ by, time, isTest, hasPage }: Sent): string =>
  isTest
    ? 'You get this test because you asked for it.'
    : `You get this because ${oneLine(by)} sends it to you: ${scheduleWords(time)}. ${hasPage ? 'You can stop it on the page of saved views.' : 'Tell them if you no longer want it.'}`;
