import { z } from 'zod';
import { key } from '../core/calls/schema.ts';
import { DEDUP_CONFIGS, DEFAULT_TIME_ZONE } from './records.ts';

/** Steps of the client wizard, in order. */
export const WIZARD_STEPS = ['owner', 'brands', 'clients', 'campuses', 'partners', 'review'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];

export const STEP_NAMES: Readonly<Record<WizardStep, string>> = {
  owner: 'Owner',
  brands: 'Brands',
  clients: 'Clients',
  campuses: 'Campuses and programs',
  partners: 'Partners and PPC vendors',
  review: 'Review',
};

/** How campuses and programs are added: typed here, from a file right after the client is created, or later. */
export const EDUCATION_WAYS = { hand: 'Add them here', file: 'Upload a file', later: 'Later' } as const;
export type EducationWay = keyof typeof EDUCATION_WAYS;

/** Input as typed: a draft is stored however incomplete it is. */
const typed = (most: number) => z.string().max(most);
/** Ids by which rows of a draft refer to each other. */
const rowId = z.string().regex(/^[a-z0-9]{0,24}$/, 'is not the id of a row');

const draftProgramSchema = z.strictObject({
  id: rowId,
  programName: typed(200),
  programCode: typed(30),
  degreeLevel: typed(40),
  modality: typed(40),
  subjectArea: typed(60),
});
const draftCampusSchema = z.strictObject({
  id: rowId,
  clientId: rowId,
  model: typed(60),
  campusName: typed(100),
  campusCode: typed(30),
  virtual: z.boolean(),
  zip: typed(5),
  programs: z.array(draftProgramSchema).max(100),
});

export const draftBodySchema = z.strictObject({
  owner: z.strictObject({
    ownerName: typed(100),
    description: typed(500),
    verticalKey: key.nullable(),
    timeZone: typed(60),
    dedupPeriodInDays: typed(6),
  }),
  brands: z.array(z.strictObject({ id: rowId, brandName: typed(100) })).max(100),
  dedupConfigKey: z.int(),
  clients: z
    .array(
      z.strictObject({
        id: rowId,
        brandId: rowId,
        clientName: typed(100),
        clientCode: typed(30),
        models: z.array(typed(60)).max(20),
      }),
    )
    .max(500),
  education: z.enum(Object.keys(EDUCATION_WAYS) as [EducationWay, ...EducationWay[]]),
  campuses: z.array(draftCampusSchema).max(100),
  partners: z.array(z.strictObject({ mediaPartnerKey: key, clientIds: z.array(rowId).max(500) })).max(100),
  vendors: z
    .array(
      z.strictObject({
        id: rowId,
        platformKey: key.nullable(),
        clientId: rowId,
        accountId: typed(60),
        accountName: typed(100),
        feePercent: typed(6),
      }),
    )
    .max(100),
});
export type DraftBody = z.output<typeof draftBodySchema>;
export type DraftClient = DraftBody['clients'][number];
export type DraftCampus = DraftBody['campuses'][number];
export type DraftProgram = DraftCampus['programs'][number];
export type DraftVendor = DraftBody['vendors'][number];

/** Proposed to a new client: what most schools ask for. */
const PROPOSED_DEDUP_DAYS = '90';

export const EMPTY_DRAFT: DraftBody = {
  owner: {
    ownerName: '',
    description: '',
    verticalKey: null,
    timeZone: DEFAULT_TIME_ZONE,
    dedupPeriodInDays: PROPOSED_DEDUP_DAYS,
  },
  brands: [],
  dedupConfigKey: DEDUP_CONFIGS[0].dedupConfigKey,
  clients: [],
  education: 'later',
  campuses: [],
  partners: [],
  vendors: [],
};
