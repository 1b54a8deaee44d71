import { DESIRED_STARTS, DEVICES, EDUCATION_LEVELS, LEAD_SOURCE_TYPES, MILITARY_STATUSES } from '@paceline/contract';

export const INQUIRY_WORDS: ReadonlyMap<string, string> = new Map(
  [...EDUCATION_LEVELS, ...DESIRED_STARTS, ...MILITARY_STATUSES, ...DEVICES, ...LEAD_SOURCE_TYPES].map(
    ({ code, label }) => [code, label],
  ),
);

/** The label of a person's answer; the code itself where it has none. */
export const inquiryWord = (code: string): string => INQUIRY_WORDS.get(code) ?? code;
