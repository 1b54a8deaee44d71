import { type z } from 'zod';
import { type FieldError } from '../core/calls/envelope.ts';
import { type DraftBody, type DraftCampus, WIZARD_STEPS, type WizardStep } from './draft.ts';
import {
  brandFormSchema,
  campusFormSchema,
  clientFormSchema,
  DEDUP_DAYS_MESSAGE,
  dedupConfigOf,
  ownerFormSchema,
  programFormSchema,
  vendorFormSchema,
} from './records.ts';

const problem = (field: string, message: string, code = 'invalid'): FieldError => ({ field, code, message });

/** Schema errors of a value, the first for each path. */
const schemaErrors = (schema: z.ZodType, value: unknown, at: string): FieldError[] => {
  const { error } = schema.safeParse(value);
  const problems = (error?.issues ?? []).map(({ path, message }) => problem([at, ...path].join('.'), message));
  return problems.filter(({ field }, index) => problems.findIndex((other) => other.field === field) === index);
};

/** Rows whose text repeats an earlier row's, ignoring case. */
const repeated = <Row>(
  rows: readonly Row[],
  textOf: (row: Row) => string,
  tell: (index: number, text: string) => FieldError,
) => {
  const seen = new Set<string>();
  return rows.flatMap((row, index): FieldError[] => {
    const text = textOf(row).trim();
    const folded = text.toLowerCase();
    if (text === '') return [];
    if (seen.has(folded)) return [tell(index, text)];
    seen.add(folded);
    return [];
  });
};

/** A number typed into an input; other text is left for the schema to refuse. */
export const typedNumber = (text: string): number | string => (/^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text);

const ownerProblems = ({ owner }: DraftBody): FieldError[] => {
  const days = typedNumber(owner.dedupPeriodInDays);
  const problems = schemaErrors(ownerFormSchema, { ...owner, dedupPeriodInDays: days }, 'owner');
  return problems.map((one) => {
    if (one.field === 'owner.dedupPeriodInDays') return { ...one, message: DEDUP_DAYS_MESSAGE };
    if (one.field === 'owner.verticalKey') return { ...one, message: 'Choose a vertical.' };
    return one;
  });
};

const brandProblems = ({ brands }: DraftBody): FieldError[] => {
  if (brands.length === 0) return [problem('brands', 'Add at least one brand.', 'required')];
  return [
    ...brands.flatMap(({ brandName }, index) => schemaErrors(brandFormSchema, { brandName }, `brands.${index}`)),
    ...repeated(
      brands,
      ({ brandName }) => brandName,
      (index, text) => problem(`brands.${index}.brandName`, `${text} is on the list already.`, 'duplicate'),
    ),
  ];
};

const clientProblems = ({ brands, clients, dedupConfigKey }: DraftBody): FieldError[] => {
  const config = dedupConfigOf(dedupConfigKey) === undefined ? [problem('dedupConfigKey', 'Choose one.')] : [];
  if (clients.length === 0) return [...config, problem('clients', 'Add at least one client.', 'required')];
  const brandIds = new Set(brands.map(({ id }) => id));
  return [
    ...config,
    ...clients.flatMap(({ id: _, brandId, ...client }, index) => [
      ...(brandIds.has(brandId) ? [] : [problem(`clients.${index}.brandId`, 'Choose a brand.', 'required')]),
      ...schemaErrors(clientFormSchema, client, `clients.${index}`),
      ...repeated(
        client.models,
        (model) => model,
        (__, text) => problem(`clients.${index}.models`, `${text} is on the list already.`, 'duplicate'),
      ),
    ]),
    ...repeated(
      clients,
      ({ clientCode }) => clientCode,
      (index, text) => problem(`clients.${index}.clientCode`, `Another client has the code ${text}.`, 'duplicate'),
    ),
  ];
};

const campusProblemsAt = ({ clients }: DraftBody, campus: DraftCampus, at: string): FieldError[] => {
  const { id: _, clientId, model, programs, ...form } = campus;
  const client = clients.find(({ id }) => id === clientId);
  return [
    ...(client === undefined ? [problem(`${at}.clientId`, 'Choose a client.', 'required')] : []),
    ...(client !== undefined && !client.models.includes(model)
      ? [problem(`${at}.model`, 'Choose one of the client’s models.', 'required')]
      : []),
    ...schemaErrors(campusFormSchema, form, at),
    ...(!form.virtual && form.zip === ''
      ? [problem(`${at}.zip`, 'A campus that is not online has a ZIP code.', 'required')]
      : []),
    ...programs.flatMap(({ id: __, ...program }, index) =>
      schemaErrors(programFormSchema, program, `${at}.programs.${index}`),
    ),
    ...repeated(
      programs,
      ({ programCode }) => programCode,
      (index, text) =>
        problem(
          `${at}.programs.${index}.programCode`,
          `Another program of the campus has the code ${text}.`,
          'duplicate',
        ),
    ),
  ];
};

/** Input of another way of adding campuses stays in the draft, but is neither checked nor created. */
const campusProblems = (draft: DraftBody): FieldError[] => {
  const { education, campuses } = draft;
  if (education !== 'hand') return [];
  if (campuses.length === 0)
    return [problem('campuses', 'Add at least one campus, or choose to do it later.', 'required')];
  return [
    ...campuses.flatMap((campus, index) => campusProblemsAt(draft, campus, `campuses.${index}`)),
    ...repeated(
      campuses,
      ({ campusCode }) => campusCode,
      (index, text) => problem(`campuses.${index}.campusCode`, `Another campus has the code ${text}.`, 'duplicate'),
    ),
  ];
};

const partnerProblems = ({ clients, partners, vendors }: DraftBody): FieldError[] => {
  const ids = new Set(clients.map(({ id }) => id));
  return [
    ...partners.flatMap(({ clientIds }, index) =>
      clientIds.every((id) => ids.has(id))
        ? []
        : [problem(`partners.${index}.clientIds`, 'One of the clients was taken out. Choose again.')],
    ),
    ...repeated(
      partners,
      ({ mediaPartnerKey }) => String(mediaPartnerKey),
      (index) => problem(`partners.${index}.mediaPartnerKey`, 'This partner is on the list already.', 'duplicate'),
    ),
    ...vendors.flatMap(({ id: _, clientId, feePercent, ...vendor }, index) => [
      ...(ids.has(clientId) ? [] : [problem(`vendors.${index}.clientId`, 'Choose a client.', 'required')]),
      ...schemaErrors(vendorFormSchema, { ...vendor, feePercent: typedNumber(feePercent) }, `vendors.${index}`).map(
        (one) => (one.field.endsWith('.platformKey') ? { ...one, message: 'Choose a platform.' } : one),
      ),
    ]),
    ...repeated(
      vendors,
      ({ platformKey, accountId }) => (accountId.trim() === '' ? '' : `${platformKey} ${accountId.trim()}`),
      (index) => problem(`vendors.${index}.accountId`, 'This account is on the list already.', 'duplicate'),
    ),
  ];
};

/** All problems that prevent creating an owner from a draft, as far as the draft shows; shared by screen and server. */
export const draftProblems = (draft: DraftBody): FieldError[] => [
  ...ownerProblems(draft),
  ...brandProblems(draft),
  ...clientProblems(draft),
  ...campusProblems(draft),
  ...partnerProblems(draft),
];

/** The step that contains a field. */
export const stepOfField = (field: string): WizardStep => {
  const [first] = field.split('.');
  if (first === 'dedupConfigKey') return 'clients';
  if (first === 'education') return 'campuses';
  if (first === 'vendors') return 'partners';
  return WIZARD_STEPS.find((step) => step === first) ?? 'review';
};
