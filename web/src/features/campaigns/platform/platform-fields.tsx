import { Columns } from '../../../ui/pieces/columns.tsx';
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { Campaign, PlatformChannel, PlatformCampaign } from '@paceline/contract';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { type CodePlace, useCodeCheck } from '../status/use-code-check.ts';
import { LineItemSelect } from './line-item-select.tsx';
import type { PlatformValues } from './prepare-platform-form.ts';
import { useCustomChannels } from './use-custom-channels.ts';

export type Account = Pick<PlatformCampaign, 'semClientAccountKey' | 'accountName' | 'platformName'>;

interface PlatformFieldsProps {
  form: UseFormReturn<PlatformValues>;
  ownerKey: number;
  channel: PlatformChannel;
  campaign: Campaign | null;
  accounts: readonly Account[];
  /** Where the code must be free; null while that is unknown. */
  codePlace: CodePlace | null;
}

/** Help text goes under the box, so that the boxes of a row line up. */
const HELP_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
const keyOf = (value: string): number | null => Number(value) || null;

const BuyingFields = ({ form, accounts, campaign }: PlatformFieldsProps) => {
  const accountKey = useWatch({ control: form.control, name: 'semClientAccountKey' });
  const account = accounts.find(({ semClientAccountKey }) => semClientAccountKey === accountKey);
  const platforms = [...new Set(accounts.map(({ platformName }) => platformName))].toSorted();
  const hasLinks = (campaign?.links.length ?? 0) > 0;
  return (
    <>
      <NativeSelect
        label="Account"
        description={
          hasLinks ? 'Unlink the platform campaigns before you change it' : account && `On ${account.platformName}`
        }
        inputWrapperOrder={HELP_BELOW}
        disabled={hasLinks}
        data={[
          { value: '', label: 'Choose an account' },
          ...platforms.map((group) => ({
            group,
            items: accounts
              .filter(({ platformName }) => platformName === group)
              .map(({ semClientAccountKey, accountName }) => ({
                value: String(semClientAccountKey),
                label: accountName,
              })),
          })),
        ]}
        value={String(accountKey ?? '')}
        error={form.formState.errors.semClientAccountKey?.message}
        onChange={(event) => {
          form.setValue('semClientAccountKey', keyOf(event.currentTarget.value), {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          });
          // Platform campaigns belong to one account.
          form.setValue('platformCampaignKeys', [], { shouldDirty: true });
        }}
      />
      <TextInput
        {...form.register('monthlyBudget')}
        label="Monthly budget"
        description="In dollars; required to activate"
        inputWrapperOrder={HELP_BELOW}
        inputMode="decimal"
        autoComplete="off"
        error={form.formState.errors.monthlyBudget?.message}
      />
    </>
  );
};

export const PlatformFieldsPart = (props: PlatformFieldsProps) => {
  const { form, ownerKey, channel, campaign, codePlace } = props;
  const { register, control, setValue, formState } = form;
  const { errors } = formState;
  const [goalKey, customKey, rollover, code] = useWatch({
    control,
    name: ['clientGoalKey', 'channelCustomKey', 'campaignReoccuring', 'campaignCode'],
  });
  const check = useCodeCheck(code === campaign?.campaignCode ? '' : code, codePlace);
  const codeProblem = errors.campaignCode?.message ?? (check.state === 'refused' ? check.message : undefined);
  const customChannels = useCustomChannels(ownerKey, channel, customKey);
  const dirty = { shouldDirty: true, shouldValidate: formState.isSubmitted };
  return (
    <SectionCard title="Campaign">
      <Columns of={3} gap="14px 16px" align="start">
        <TextInput {...register('name')} label="Name" maxLength={150} autoComplete="off" error={errors.name?.message} />
        <TextInput
          {...register('campaignCode')}
          label="Campaign code"
          description={codeProblem === undefined && (check.message || '3 to 30 letters, digits, - or _')}
          inputWrapperOrder={HELP_BELOW}
          descriptionProps={{ role: 'status' }}
          maxLength={30}
          autoComplete="off"
          spellCheck={false}
          error={codeProblem}
        />
        <TextInput
          {...register('clientCampaignCode')}
          label="Client campaign code"
          maxLength={50}
          autoComplete="off"
          error={errors.clientCampaignCode?.message}
        />
        <BuyingFields {...props} />
        <LineItemSelect
          ownerKey={ownerKey}
          channel={channel}
          value={goalKey}
          placeholder="Choose a line item"
          error={errors.clientGoalKey?.message}
          onChange={(key) => setValue('clientGoalKey', key, dirty)}
        />
        <NativeSelect
          label="Custom channel"
          data={[{ value: '', label: 'None' }, ...customChannels]}
          value={String(customKey ?? '')}
          error={errors.channelCustomKey?.message}
          onChange={(event) => setValue('channelCustomKey', keyOf(event.currentTarget.value), dirty)}
        />
        <TextInput
          {...register('startDate')}
          type="date"
          label="Start date"
          description={campaign ? undefined : 'Blank: today'}
          inputWrapperOrder={HELP_BELOW}
          error={errors.startDate?.message}
        />
        <TextInput
          {...register('endDate')}
          type="date"
          label="End date"
          description="Last day. Blank: no end"
          inputWrapperOrder={HELP_BELOW}
          error={errors.endDate?.message}
        />
      </Columns>
      <Switch
        mt="md"
        checked={rollover}
        onChange={(event) => setValue('campaignReoccuring', event.currentTarget.checked, dirty)}
        label="Rollover"
        description="If next month is not planned, it starts with the current budget"
      />
      <Textarea
        {...register('notes')}
        mt="md"
        label="Notes"
        description="Only the agency sees them"
        autosize
        minRows={2}
        maxLength={4000}
        error={errors.notes?.message}
      />
    </SectionCard>
  );
};
