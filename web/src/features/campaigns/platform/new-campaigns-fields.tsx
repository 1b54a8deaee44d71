import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { MAX_BUDGET, parseDollars, type PlatformChannel } from '@paceline/contract';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { LineItemSelect } from './line-item-select.tsx';
import { amountProblem } from './prepare-amount.ts';
import type { LinkChoice } from './prepare-links.ts';
import { useCustomChannels } from './use-custom-channels.ts';

/** The form's values; empty means not given. */
export interface NewCampaigns {
  clientGoalKey: number | null;
  channelCustomKey: number | null;
  budget: string;
  codePrefix: string;
  activate: boolean;
}
export const NEW_CAMPAIGNS: NewCampaigns = {
  clientGoalKey: null,
  channelCustomKey: null,
  budget: '',
  codePrefix: '',
  activate: false,
};

/** Null while a value is invalid. */
export const readNewCampaigns = ({ budget, ...rest }: NewCampaigns): LinkChoice | null =>
  amountProblem(budget, MAX_BUDGET) === null
    ? { to: 'new', ...rest, monthlyBudget: parseDollars(budget) ?? null }
    : null;

interface NewCampaignsFieldsProps {
  ownerKey: number;
  channel: PlatformChannel;
  values: NewCampaigns;
  onChange: (values: NewCampaigns) => void;
}

export const NewCampaignsFields = ({ ownerKey, channel, values, onChange }: NewCampaignsFieldsProps) => {
  const customChannels = useCustomChannels(ownerKey, channel);
  const set = (change: Partial<NewCampaigns>) => onChange({ ...values, ...change });
  return (
    <>
      <LineItemSelect
        ownerKey={ownerKey}
        channel={channel}
        value={values.clientGoalKey}
        placeholder="As each name suggests"
        onChange={(clientGoalKey) => set({ clientGoalKey })}
      />
      <Columns of={2} gap={12} align="start">
        <TextInput
          label="Code begins with"
          description="Followed by the platform’s campaign ID"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={18}
          value={values.codePrefix}
          onChange={(event) => set({ codePrefix: event.currentTarget.value })}
        />
        <TextInput
          label="Monthly budget of each"
          description="In dollars; required to activate"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="decimal"
          value={values.budget}
          error={amountProblem(values.budget, MAX_BUDGET)}
          onChange={(event) => set({ budget: event.currentTarget.value })}
        />
      </Columns>
      <NativeSelect
        label="Custom channel"
        data={[{ value: '', label: 'None' }, ...customChannels]}
        value={String(values.channelCustomKey ?? '')}
        onChange={(event) => set({ channelCustomKey: Number(event.currentTarget.value) || null })}
      />
      <Checkbox
        label="Activate them at once"
        checked={values.activate}
        onChange={(event) => set({ activate: event.currentTarget.checked })}
      />
    </>
  );
};
