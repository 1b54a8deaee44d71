import { Button, Group, Modal, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { CHANNEL_NAMES, PLATFORM_CHANNELS } from '@paceline/contract';
import { useState } from 'react';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { useCustomLine } from './api.ts';

interface CustomLineProps {
  ownerKey: number;
  goals: readonly { goalKey: number; name: string }[];
  onMade: (lineItem: string) => void;
  onClose: () => void;
}

const CHANNELS = [
  { value: '', label: 'That of its line items' },
  ...(['ppl', ...PLATFORM_CHANNELS] as const).map((value) => ({ value, label: CHANNEL_NAMES[value] })),
];

/** Forecasts a group of line items, or one not running yet: its inquiries are planned spend divided by the channel's cost. */
export const CustomLine = ({ ownerKey, goals, onMade, onClose }: CustomLineProps) => {
  const [name, setName] = useState('');
  const [keys, setKeys] = useState<string[]>([]);
  const [channel, setChannel] = useState('');
  const { mutate, isPending } = useCustomLine(ownerKey, onMade);
  return (
    <Modal opened onClose={onClose} title={<strong>Custom line</strong>} centered>
      <FormStack
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '')
            mutate({ name: name.trim(), goalKeys: keys.map(Number), channel: channel === '' ? null : channel });
        }}
      >
        <TextInput
          label="Name"
          required
          maxLength={120}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <MultiSelect
          label="Line items"
          description="Their months are added up. Leave empty for something that does not run yet."
          searchable
          data={goals.map((goal) => ({ value: String(goal.goalKey), label: goal.name }))}
          value={keys}
          onChange={setKeys}
        />
        <NativeSelect
          label="Channel"
          data={CHANNELS}
          value={channel}
          onChange={({ currentTarget }) => setChannel(currentTarget.value)}
        />
        <Group gap={8}>
          <Button type="submit" loading={isPending} disabled={name.trim() === ''}>
            Add line
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </FormStack>
    </Modal>
  );
};
