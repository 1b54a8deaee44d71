import { Alert, Button, NativeSelect, Select, TextInput } from '@mantine/core';
import {
  CHANNEL_NAMES,
  FEE_PERMISSION,
  FIGURES_CURRENCY,
  type MasterPlatform,
  PLATFORM_CHANNELS,
  PLATFORM_CURRENCIES,
  type PlatformAccountRecord,
} from '@paceline/contract';
import { useNavigate } from '@tanstack/react-router';
import { Controller, useWatch } from 'react-hook-form';
import { formatDay, localZone } from '../../lib/format.ts';
import { PATHS, pathTo } from '../../lib/paths.ts';
import { useMay } from '../../lib/permissions.ts';
import { RecordForm } from '../../shared/form/record-form.tsx';
import { useRecordForm } from '../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../shared/form/use-tab-drafts.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { toast } from '../../ui/toast-store.ts';
import { readAccount, useSaveAccount } from './api.ts';
import classes from './platforms.module.css';
import {
  accountRule,
  feeEffect,
  feeLine,
  type FormValues,
  needsFeeDay,
  newValues,
  problemsOf,
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
const FIXED_BY_DATA = 'Figures have arrived: it stays.';

/** An account on a platform: what it is called there, whom it is for, and the fee on what it costs. */
export const AccountForm = ({ ownerKey, account, platforms, clients }: AccountFormProps) => {
  const navigate = useNavigate();
  const mayChange = useMay('tradingplatforms:Update');
  const seesFees = useMay(FEE_PERMISSION);
  const save = useSaveAccount();
  const who = { ownerKey, seesFees };
  const platformChoices = platforms.map(({ platformKey, name }) => ({ value: String(platformKey), label: name }));
  const names = (choices: readonly { value: string; label: string }[]) =>
    new Map(choices.map(({ value, label }) => [value, label]));
  const state = useRecordForm<FormValues, PlatformAccountRecord>({
    stored: account,
    newValues: () => newValues(localZone()),
    valuesOf,
    versionOf: ({ rowVersion }) => rowVersion,
    problems: (values, stored) => problemsOf(toBody(values, stored, who), needsFeeDay(values, stored)),
    rule: () => accountRule(names(platformChoices), names(clients)),
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
  const { onChange: takePlatform, ...platformField } = form.register('platformKey');
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
          <div className={classes.fields}>
            <NativeSelect
              {...platformField}
              label="Platform"
              description={account?.hasData ? FIXED_BY_DATA : undefined}
              error={errors.platformKey?.message}
              data={[...(account ? [] : [{ value: '', label: 'Choose a platform' }]), ...platformChoices]}
              disabled={account?.hasData === true}
              onChange={(event) => {
                void takePlatform(event);
                // A new account serves what its platform mostly serves, until somebody says otherwise.
                const chosen = platforms.find(({ platformKey }) => String(platformKey) === event.currentTarget.value);
                if (account === null && chosen) form.setValue('channel', chosen.channel, { shouldDirty: true });
              }}
            />
            <TextInput
              {...form.register('accountId')}
              label="Account ID"
              description="As the platform writes it, once for each owner"
              error={errors.accountId?.message}
              autoComplete="off"
              spellCheck={false}
            />
            <TextInput
              {...form.register('accountName')}
              label="Account name"
              error={errors.accountName?.message}
              autoComplete="off"
            />
            <NativeSelect
              {...form.register('clientKey')}
              label="Client"
              error={errors.clientKey?.message}
              data={[...(account ? [] : [{ value: '', label: 'Choose a client' }]), ...clients]}
            />
            <Controller
              control={form.control}
              name="channel"
              render={({ field }) => (
                <NativeSelect
                  {...field}
                  label="Channel"
                  description={account?.hasCampaigns ? 'Campaigns of this channel run in it: it stays.' : undefined}
                  disabled={account?.hasCampaigns === true}
                  error={errors.channel?.message}
                  data={PLATFORM_CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] }))}
                  onChange={(event) => field.onChange(event.currentTarget.value)}
                />
              )}
            />
            <Controller
              control={form.control}
              name="timeZone"
              render={({ field }) => (
                <Select
                  label="Time zone"
                  description="Whose calendar the account’s days are"
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
            <NativeSelect
              {...form.register('currency')}
              label="Currency"
              description={account?.hasData ? FIXED_BY_DATA : undefined}
              disabled={account?.hasData === true}
              error={errors.currency?.message}
              data={[...PLATFORM_CURRENCIES]}
            />
          </div>
          {values.currency !== FIGURES_CURRENCY && (
            <Alert mt="md" color="yellow" title="Nothing is converted">
              Reports add its amounts to those in {FIGURES_CURRENCY} as they come.
            </Alert>
          )}
        </SectionCard>
        {seesFees && (
          <SectionCard
            title="Fee"
            note="What the agency adds to the platform’s cost. Clients pay cost and fee together and see neither alone."
          >
            <div className={classes.fields}>
              <TextInput
                {...form.register('feePercent')}
                label="Fee in percent"
                description="0 to 100, at most 2 decimals"
                inputMode="decimal"
                autoComplete="off"
                error={errors.feePercent?.message}
              />
              {account !== null && needsFeeDay(values, account) && (
                <TextInput
                  {...form.register('feeFrom')}
                  type="date"
                  label="Counts from"
                  description={`${formatDay(account.firstFeeDay)} at the earliest: months before are closed`}
                  min={account.firstFeeDay}
                  max={account.today}
                  error={errors.feeFrom?.message}
                />
              )}
            </div>
            {account !== null && needsFeeDay(values, account) ? (
              <p className={classes.note} role="status">
                {feeEffect(values, account)}
              </p>
            ) : (
              <p className={classes.note}>
                Another fee counts from a day that you choose on. Months that are closed never change.
              </p>
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
