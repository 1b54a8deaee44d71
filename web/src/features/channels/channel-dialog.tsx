import { ColorInput, NativeSelect, TextInput } from '@mantine/core';
import {
  CAMPAIGN_CHANNELS,
  CHANNEL_COLOURS,
  CHANNEL_NAMES,
  type CustomChannel,
  type CustomChannelForm,
  customChannelFormSchema,
  customChannelSave,
  customChannelUpdate,
} from '@paceline/contract';
import { useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { FormDialog, useFieldErrors } from '../../shared/form/form-dialog.tsx';
import { schemaProblems, sortRefusal } from '../../shared/form/prepare-refusal.ts';
import { useChannelChange } from './api.ts';
import { usedBy } from './prepare-channels.ts';

interface ChannelDialogProps {
  /** Null for a new one. */
  channel: CustomChannel | null;
  ownerKey: number;
  onSaved: (name: string) => void;
  onClose: () => void;
}

const FIELDS = ['name', 'channel', 'colour'];

/** A custom channel's name, its channel and its colour. */
export const ChannelDialog = ({ channel: known, ownerKey, onSaved, onClose }: ChannelDialogProps) => {
  const [name, setName] = useState(known?.name ?? '');
  const [channel, setChannel] = useState(known?.channel ?? 'ppc');
  const [colour, setColour] = useState(known?.colour ?? CHANNEL_COLOURS[0]);
  const { errors, show } = useFieldErrors();
  const save = useChannelChange(
    async (form: CustomChannelForm) => {
      if (known === null) return callApi(customChannelSave, { body: form });
      const { channelCustomKey, rowVersion, active } = known;
      return callApi(customChannelUpdate, { body: { ...form, channelCustomKey, rowVersion, active } });
    },
    {
      onDone: (_, form) => onSaved(form.name),
      onError: (error) => {
        const sorted = sortRefusal(error, (field) => (FIELDS.includes(field) ? field : null));
        show(sorted.problems, sorted.isOfFields ? '' : sorted.failure.message);
      },
    },
  );
  const submit = () => {
    const form = { ownerKey, name: name.trim(), channel, colour: colour === '' ? null : colour.toLowerCase() };
    const problems = schemaProblems(customChannelFormSchema, form);
    show(problems);
    if (problems.length === 0) save.mutate(form);
  };
  const isUsed = known !== null && usedBy(known) > 0;
  return (
    <FormDialog
      title={known === null ? 'New custom channel' : `Edit ${known.name}`}
      size={460}
      failure={errors['form']}
      submit={known === null ? 'Create custom channel' : 'Save'}
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="2 to 40 characters, once for each owner"
        maxLength={40}
        value={name}
        error={errors['name']}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        label="Channel"
        description={
          isUsed ? 'Campaigns of this channel have it, so it stays.' : 'Campaigns of this channel can have it.'
        }
        disabled={isUsed}
        value={channel}
        error={errors['channel']}
        data={CAMPAIGN_CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] }))}
        onChange={({ currentTarget }) => setChannel(currentTarget.value as CustomChannel['channel'])}
      />
      <ColorInput
        label="Colour"
        format="hex"
        withEyeDropper={false}
        swatches={[...CHANNEL_COLOURS]}
        value={colour}
        error={errors['colour']}
        onChange={setColour}
      />
    </FormDialog>
  );
};
