import { z } from 'zod';
import { instant, key } from '../core/calls/schema.ts';

/** Languages of the samples in the posting instructions. */
export const SAMPLE_LANGUAGES = {
  curl: 'curl',
  javascript: 'JavaScript',
  php: 'PHP',
  python: 'Python',
  json: 'JSON',
} as const;
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES;
export const SAMPLE_LANGUAGE_CODES = Object.keys(SAMPLE_LANGUAGES) as [SampleLanguage, ...SampleLanguage[]];

/** Placeholder for the posting key in samples: a key is shown only once, when it is created. */
export const KEY_PLACEHOLDER = 'YOUR_POSTING_KEY';

/** A section of the instructions: a sentence and a table, rendered alike on screen, paper and public page. */
const instructionSectionSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Introduction to the table; may be empty. */
  note: z.string(),
  columns: z.array(z.string()),
  /** `key` identifies a row, whatever its content. */
  rows: z.array(z.object({ key: z.string(), cells: z.array(z.string()) })),
});
export type InstructionSection = z.infer<typeof instructionSectionSchema>;

/** One difference; null if it did not exist before, or no longer exists. */
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

/** Posting instructions of a campaign, from its current rules. */
export const postingInstructionsSchema = z.object({
  campaignKey: key,
  campaignName: z.string(),
  campaignCode: z.string(),
  clientName: z.string(),
  ownerName: z.string(),
  partnerName: z.string(),
  /** Current status of the campaign, such as Live or Paused. */
  status: z.string(),
  madeAt: instant,
  zone: z.string(),
  postUrl: z.string(),
  precheckUrl: z.string(),
  sections: z.array(instructionSectionSchema),
  samples: z.array(instructionSampleSchema),
  /** Changes since the viewer last marked the instructions as read; null if never. */
  lastReadAt: instant.nullable(),
  changes: z.array(instructionChangeSchema),
  /** Identifies this content, so that only what was shown is marked as read. */
  version: z.string(),
});
export type PostingInstructions = z.infer<typeof postingInstructionsSchema>;
