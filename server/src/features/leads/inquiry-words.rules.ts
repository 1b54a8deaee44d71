import { DESIRED_STARTS, EDUCATION_LEVELS, MILITARY_STATUSES } from '@paceline/contract';

export const INQUIRY_WORDS: ReadonlyMap<string, string> = new Map(
  [...EDUCATION_LEVELS, ...DESIRED_STARTS, ...MILITARY_STATUSES].map(({ code, label }) => [code, label]),
);

/** What a person answered, as people say it; the code itself where there are no words for it. */
export const inquiryWord = (code: string): string => INQUIRY_WORDS.get(code) ?? code;
