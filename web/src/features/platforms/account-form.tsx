import { Alert, Button, Select, TextInput } from '@mantine/core';
import {
  FEE_PERMISSION,
  FIGURES_CURRENCY,
  fixedReason,
  type MasterPlatform,
  platformAccountRecord,
  type PlatformAccountRecord,
} from '@paceline/contract';
import { useNavigate } from '@tanstack/react-router';
import { Controller, useWatch } from 'react-hook-form';
import { formatDay, localZone } from '../../lib/text/format.ts';
import { PATHS, pathTo } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { fieldOf } from '../../shared/form/record-field.tsx';
import { RecordForm } from '../../shared/form/record-form.tsx';
import { useRecordForm } from '../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../shared/form/use-tab-drafts.ts';
import { Columns } from '../../ui/pieces/columns.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { readAccount, useSaveAccount } from './api.ts';
import classes from './platforms.module.css';
import {
  accountRule,
  feeEffect,
  feeLine,
  type FormValues,
  needsFeeDay,
  problemsOf,
  startValues,
  toBody,
  valuesOf,
} from './prepare-account-form.ts';

interface AccountFormProps {
  ownerKey: number;
  /** Null for a new one. */
  account: PlatformAccountRecord | null;
  platforms: readonly MasterPlatform[];
  clients: readonly { value: string; label: string }[];
}

const ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
const { timeZone } = platformAccountRecord.fields;
const Field = fieldOf(platformAccountRecord);
const nameIn =
  (choices: readonly { value: string; label: string }[]) =>
  (key: string): string =>
    choices.find(({ value }) => value === key)?.label ?? key;

/** An account on a platform: its name there, its client, and the fee on its cost. */
export const AccountForm = ({ ownerKey, account, platforms, clients }: AccountFormProps) => {
  const navigate = useNavigate();
  const mayChange = useMay('tradingplatforms:Update');
  const seesFees = useMay(FEE_PERMISSION);
  const save = useSaveAccount();
  const who = { ownerKey, seesFees };
  const platformChoices = platforms.map(({ platformKey, name }) => ({ value: String(platformKey), label: name }));
  const state = useRecordForm<FormValues, PlatformAccountRecord>({
    stored: account,
    newValues: () => startValues(localZone()),
    valuesOf,
    versionOf: ({ rowVersion }) => rowVersion,
    problems: (values, stored) => problemsOf(toBody(values, stored, who), needsFeeDay(values, stored)),
    rule: () => accountRule({ platformKey: nameIn(platformChoices), clientKey: nameIn(clients) }),
    savedBy: () => ({ by: 'Someone', at: null }),
    drafts: useTabDrafts(`platformAccount.${ownerKey}.${account?.semClientAccountKey ?? 'new'}`),
    load: ({ semClientAccountKey }) => readAccount(ownerKey, semClientAccountKey),
    save: (values, stored) => save(toBody(values, stored, who)),
    onSaved: async ({ semClientAccountKey, accountName }, isNew) => {
      if (isNew) await navigate({ to: pathTo('tradingPlatformEditor', { semClientAccountKey }), ignoreBlocker: true });
      toast.success(`${accountName} is saved.`);
    },
  });
  const { form, isSaving, isDirty } = state;
  const { errors } = form.formState;
  const values = useWatch({ control: form.control }) as FormValues;
  const fixed = (name: keyof typeof platformAccountRecord.fields) => fixedReason(platformAccountRecord, name, account);
  // A new account takes its platform's usual channel, until the user changes it.
  const takeChannel = () => {
    const chosen = platforms.find(({ platformKey }) => String(platformKey) === form.getValues('platformKey'));
    if (account === null && chosen) form.setValue('channel', chosen.channel, { shouldDirty: true });
  };
  const lock = mayChange ? null : 'You can view accounts but not change them.';
  return (
    <RecordForm
      state={state}
      what="this account"
      lock={lock}
      buttons={
        <>
          <Button variant="default" onClick={() => void navigate({ to: PATHS.tradingPlatform })}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            {account ? 'Save' : 'Create account'}
          </Button>
        </>
      }
    >
      <div className={classes.page}>
        <SectionCard title="Account">
          <Columns of={2} gap="14px 16px">
            <Field
              name="platformKey"
              fixed={fixed('platformKey')}
              options={[...(account ? [] : [{ value: '', label: 'Choose a platform' }]), ...platformChoices]}
              onChanged={takeChannel}
            />
            <Field name="accountId" />
            <Field name="accountName" />
            <Field
              name="clientKey"
              options={[...(account ? [] : [{ value: '', label: 'Choose a client' }]), ...clients]}
            />
            <Field name="channel" fixed={fixed('channel')} />
            <Controller
              control={form.control}
              name="timeZone"
              render={({ field }) => (
                <Select
                  label={timeZone.label}
                  description={timeZone.help}
                  searchable
                  allowDeselect={false}
                  data={ZONES.includes(field.value) ? ZONES : [field.value, ...ZONES]}
                  value={field.value}
                  error={errors.timeZone?.message}
                  onBlur={field.onBlur}
                  onChange={(zone) => field.onChange(zone ?? field.value)}
                />
              )}
            />
            <Field name="currency" fixed={fixed('currency')} />
          </Columns>
          {values.currency !== FIGURES_CURRENCY && (
            <Alert mt="md" color="yellow" title="Nothing is converted">
              Reports add its amounts to those in {FIGURES_CURRENCY} as they come.
            </Alert>
          )}
        </SectionCard>
        {seesFees && (
          <SectionCard title="Fee" note="Added to the platform’s cost. Clients pay and see cost and fee as one amount.">
            <Columns of={2} gap="14px 16px">
              <Field name="feePercent" />
              {account !== null && needsFeeDay(values, account) && (
                <TextInput
                  {...form.register('feeFrom')}
                  type="date"
                  label="Valid from"
                  description={`${formatDay(account.firstFeeDay)} at the earliest: months before are closed`}
                  min={account.firstFeeDay}
                  max={account.today}
                  error={errors.feeFrom?.message}
                />
              )}
            </Columns>
            {account !== null && needsFeeDay(values, account) ? (
              <p className={classes.note} role="status">
                {feeEffect(values, account)}
              </p>
            ) : (
              <p className={classes.note}>A new fee applies from the day you choose. Closed months never change.</p>
            )}
            {account !== null && account.fees.length > 0 && (
              <ul className={classes.note} aria-label="Fees so far">
                {account.fees.map((fee) => (
                  <li key={fee.fromDay ?? 'beginning'}>{feeLine(fee)}</li>
                ))}
              </ul>
            )}
          </SectionCard>
        )}
      </div>
    </RecordForm>
  );
};
