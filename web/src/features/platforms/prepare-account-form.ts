import {
  type AccountFee,
  CHANNEL_NAMES,
  FIGURES_CURRENCY,
  type PlatformAccountForm,
  platformAccountChangeSchema,
  platformAccountFormSchema,
  type PlatformAccountRecord,
  type PlatformChannel,
} from '@paceline/contract';
import { formatDay } from '../../lib/format.ts';
import { field, group, type Rule, text } from '../../shared/form/prepare-merge.ts';
import { schemaProblems } from '../../shared/form/prepare-refusal.ts';
import { feeText } from './prepare-platforms.ts';

/** As the boxes hold it: keys and the fee as texts. */
export interface FormValues {
  platformKey: string;
  clientKey: string;
  accountId: string;
  accountName: string;
  currency: string;
  timeZone: string;
  channel: PlatformChannel;
  feePercent: string;
  feeFrom: string;
}

export const newValues = (timeZone: string): FormValues => ({
  platformKey: '',
  clientKey: '',
  accountId: '',
  accountName: '',
  currency: FIGURES_CURRENCY,
  timeZone,
  channel: 'ppc',
  feePercent: '0',
  feeFrom: '',
});

export const valuesOf = (account: PlatformAccountRecord): FormValues => ({
  platformKey: String(account.platformKey),
  clientKey: String(account.clientKey),
  accountId: account.accountId,
  accountName: account.accountName,
  currency: account.currency,
  timeZone: account.timeZone,
  channel: account.channel,
  feePercent: account.feePercent === null ? '' : String(account.feePercent),
  feeFrom: account.today,
});

const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));

/** Whether the new fee needs a day from which on it counts. */
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

/** What is sent. Who does not see fees sends none: it stays as it is. */
export const toBody = (
  values: FormValues,
  account: PlatformAccountRecord | null,
  { ownerKey, seesFees }: { ownerKey: number; seesFees: boolean },
): AccountBody => {
  const form = {
    ownerKey,
    platformKey: numberOf(values.platformKey),
    clientKey: numberOf(values.clientKey),
    accountId: values.accountId.trim(),
    accountName: values.accountName.trim(),
    currency: values.currency as PlatformAccountForm['currency'],
    timeZone: values.timeZone,
    channel: values.channel,
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
  ...(needsDay && body.feeFrom === null
    ? [{ path: 'feeFrom', message: 'Say from which day on the new fee counts.' }]
    : []),
];

type Names = ReadonlyMap<string, string>;

/** How an account is merged with what somebody else has made of it. */
export const accountRule = (platforms: Names, clients: Names): Rule<FormValues> => {
  const named = (label: string, names: Names) => field<string>(label, (value) => names.get(value) ?? value);
  return group<FormValues>({
    platformKey: named('Platform', platforms),
    clientKey: named('Client', clients),
    accountId: text('Account ID'),
    accountName: text('Account name'),
    currency: text('Currency'),
    timeZone: text('Time zone'),
    channel: field<PlatformChannel>('Channel', (value) => CHANNEL_NAMES[value]),
    feePercent: text('Fee'),
    feeFrom: text('Counts from'),
  });
};

/** What saving the new fee does, before it is done. */
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
