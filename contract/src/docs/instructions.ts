import { z } from 'zod';
import { instant, key } from '../core/calls/schema.ts';

/** The languages that the posting instructions have samples in. */
export const SAMPLE_LANGUAGES = {
  curl: 'curl',
  javascript: 'JavaScript',
  php: 'PHP',
  python: 'Python',
  json: 'JSON',
} as const;
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES;
export const SAMPLE_LANGUAGE_CODES = Object.keys(SAMPLE_LANGUAGES) as [SampleLanguage, ...SampleLanguage[]];

/** Stands in every sample where the posting key belongs: a key is shown once, when it is made, and never here. */
export const KEY_PLACEHOLDER = 'YOUR_POSTING_KEY';

/** One part of the instructions: a sentence and a table, drawn alike on the screen, on paper and on the public page. */
const instructionSectionSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** What to know before reading the table; may be empty. */
  note: z.string(),
  columns: z.array(z.string()),
  /** `key` tells a row from others, whatever it says. */
  rows: z.array(z.object({ key: z.string(), cells: z.array(z.string()) })),
});
export type InstructionSection = z.infer<typeof instructionSectionSchema>;

/** One thing that is not as it was; null: it was not there, or is not there any more. */
const instructionChangeSchema = z.object({
  section: z.string(),
  what: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type InstructionChange = z.infer<typeof instructionChangeSchema>;

const instructionSampleSchema = z.object({
  language: z.enum(SAMPLE_LANGUAGE_CODES),
  label: z.string(),
  code: z.string(),
});
export type InstructionSample = z.infer<typeof instructionSampleSchema>;

/** How leads are posted to one campaign, as its rules are at this moment. */
export const postingInstructionsSchema = z.object({
  campaignKey: key,
  campaignName: z.string(),
  campaignCode: z.string(),
  clientName: z.string(),
  ownerName: z.string(),
  partnerName: z.string(),
  /** What the campaign is now, in a word: Live, Paused. */
  status: z.string(),
  madeAt: instant,
  zone: z.string(),
  postUrl: z.string(),
  precheckUrl: z.string(),
  sections: z.array(instructionSectionSchema),
  samples: z.array(instructionSampleSchema),
  /** What is different since the viewer last said that they had read it; null: they never have. */
  lastReadAt: instant.nullable(),
  changes: z.array(instructionChangeSchema),
  /** Tells this reading from others, so that what is marked as read is what was shown. */
  version: z.string(),
});
export type PostingInstructions = z.infer<typeof postingInstructionsSchema>;
