import { ColorInput } from '@mantine/core';
import {
  CHANNEL_COLOURS,
  type CustomChannel,
  customChannelRecord,
  customChannelSave,
  customChannelUpdate,
  fixedReason,
  type HeldValues,
  sentValues,
} from '@paceline/contract';
import { Controller } from 'react-hook-form';
import { callApi } from '../../../lib/api/api.ts';
import { formParts } from '../../../shared/form/prepare-record.ts';
import { RecordDialog } from '../../../shared/form/record-dialog.tsx';
import { fieldOf } from '../../../shared/form/record-field.tsx';
import { useRecordForm } from '../../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../../shared/form/use-tab-drafts.ts';
import { readCustomChannel, useReadChannelsAgain } from './api.ts';

interface ChannelDialogProps {
  /** Null for a new one. */
  channel: CustomChannel | null;
  ownerKey: number;
  onSaved: (name: string) => void;
  onClose: () => void;
}

type Values = HeldValues<typeof customChannelRecord.fields>;
const Field = fieldOf(customChannelRecord);

/** Edits a custom channel's name, channel and colour. */
export const ChannelDialog = ({ channel, ownerKey, onSaved, onClose }: ChannelDialogProps) => {
  const readAgain = useReadChannelsAgain();
  const state = useRecordForm<Values, CustomChannel>({
    ...formParts(customChannelRecord),
    stored: channel,
    drafts: useTabDrafts(`customChannel.${channel?.channelCustomKey ?? 'new'}`),
    load: ({ channelCustomKey }) => readCustomChannel(ownerKey, channelCustomKey),
    save: async (values, stored) => {
      const form = { ownerKey, ...sentValues(customChannelRecord, values) };
      const saved =
        stored === null
          ? await callApi(customChannelSave, { body: form })
          : await callApi(customChannelUpdate, {
              body: {
                ...form,
                channelCustomKey: stored.channelCustomKey,
                rowVersion: stored.rowVersion,
                active: stored.active,
              },
            });
      await readAgain();
      return saved && readCustomChannel(ownerKey, saved.channelCustomKey);
    },
    onSaved: ({ name }) => onSaved(name),
  });
  const fixed = fixedReason(customChannelRecord, 'channel', channel);
  return (
    <RecordDialog
      state={state}
      what="this custom channel"
      title={channel === null ? 'New custom channel' : `Edit ${channel.name}`}
      size={460}
      submit={channel === null ? 'Create custom channel' : 'Save'}
      onClose={onClose}
    >
      <Field name="name" isFirst />
      <Field name="channel" fixed={fixed} />
      <Controller
        control={state.form.control}
        name="colour"
        render={({ field, fieldState }) => (
          <ColorInput
            label={customChannelRecord.fields.colour.label}
            format="hex"
            withEyeDropper={false}
            swatches={[...CHANNEL_COLOURS]}
            value={field.value}
            error={fieldState.error?.message}
            onBlur={field.onBlur}
            onChange={(colour) => field.onChange(colour.toLowerCase())}
          />
        )}
      />
    </RecordDialog>
  );
};
