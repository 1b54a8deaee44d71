import {
  type AccountFee,
  heldValues,
  type HeldValues,
  newValues,
  platformAccountChangeSchema,
  type PlatformAccountForm,
  platformAccountFormSchema,
  platformAccountRecord,
  type PlatformAccountRecord,
  sentValues,
} from '@paceline/contract';
import { formatDay } from '../../lib/text/format.ts';
import { group, type Rule, text } from '../../shared/form/prepare-merge.ts';
import { type Names, recordRules } from '../../shared/form/prepare-record.ts';
import { schemaProblems } from '../../shared/form/prepare-refusal.ts';
import { feeText } from './prepare-platforms.ts';

export type FormValues = HeldValues<typeof platformAccountRecord.fields> & { feeFrom: string };

export const startValues = (timeZone: string): FormValues => ({
  ...newValues(platformAccountRecord),
  timeZone,
  feeFrom: '',
});

export const valuesOf = (account: PlatformAccountRecord): FormValues => ({
  ...heldValues(platformAccountRecord, account),
  feeFrom: account.today,
});

const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));

/** Whether the new fee needs a start date. */
export const needsFeeDay = (values: FormValues, account: PlatformAccountRecord | null): boolean =>
  account !== null &&
  account.hasData &&
  account.feePercent !== null &&
  numberOf(values.feePercent) !== account.feePercent;

type AccountBody = PlatformAccountForm & {
  semClientAccountKey?: number;
  rowVersion?: number;
  feeFrom?: string | null;
};

/** The account as sent. Viewers who cannot see fees send none, which keeps them. */
export const toBody = (
  values: FormValues,
  account: PlatformAccountRecord | null,
  { ownerKey, seesFees }: { ownerKey: number; seesFees: boolean },
): AccountBody => {
  const form = {
    ownerKey,
    ...sentValues(platformAccountRecord, values),
    feePercent: seesFees ? numberOf(values.feePercent) : null,
  };
  if (account === null) return form;
  const { semClientAccountKey, rowVersion } = account;
  const feeFrom = needsFeeDay(values, account) && values.feeFrom !== '' ? values.feeFrom : null;
  return { ...form, semClientAccountKey, rowVersion, feeFrom };
};

export const problemsOf = (body: AccountBody, needsDay: boolean) => [
  ...schemaProblems(
    body.semClientAccountKey === undefined ? platformAccountFormSchema : platformAccountChangeSchema,
    body,
  ).map((problem) =>
    problem.path === 'platformKey' || problem.path === 'clientKey' ? { ...problem, message: 'Choose one.' } : problem,
  ),
  ...(needsDay && body.feeFrom === null ? [{ path: 'feeFrom', message: 'Enter the first day of the new fee.' }] : []),
];

/** The merge rules for an account that somebody else has saved. */
export const accountRule = (names: Names<typeof platformAccountRecord.fields>): Rule<FormValues> =>
  group<FormValues>({ ...recordRules(platformAccountRecord, names), feeFrom: text('Valid from') });

/** The effect of the new fee, shown before saving. */
export const feeEffect = (values: FormValues, account: PlatformAccountRecord): string => {
  if (account.feePercent === null) return '';
  const [before, after] = [feeText(account.feePercent), feeText(numberOf(values.feePercent))];
  return `From ${formatDay(values.feeFrom)} on clients are charged the platform’s cost plus ${after} in place of ${before}: days that have arrived since are charged anew, and later fees are replaced. Days before it, and every month that is closed, stay as they were billed.`;
};

export const feeLine = ({ fromDay, feePercent, setBy }: AccountFee): string =>
  [
    `${feeText(feePercent)} ${fromDay === null ? 'from the beginning' : `from ${formatDay(fromDay)}`}`,
    ...(setBy === null ? [] : [`set by ${setBy}`]),
  ].join(', ');
