import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { type IoSettings, ioSettingsSave } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { settingsQuery, useOrderChange } from './api.ts';

const Form = ({ ownerKey: owner, saved, onClose }: { ownerKey: number; saved: IoSettings; onClose: () => void }) => {
  const [form, setForm] = useState(saved);
  const { mutate, isPending } = useOrderChange(ioSettingsSave, () => {
    toast.success('The settings are saved.');
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ params: { owner }, body: form });
  };
  return (
    <FormStack onSubmit={submit}>
      <Checkbox
        label="Campaigns wait until their order of the month is accepted"
        description="Until then their leads are refused, and their status is Awaiting IO."
        checked={form.ordersRequired}
        onChange={({ currentTarget: { checked } }) => setForm({ ...form, ordersRequired: checked })}
      />
      <Checkbox
        label="Leave out the client’s own campaign codes"
        checked={form.hidesClientCode}
        onChange={({ currentTarget: { checked } }) => setForm({ ...form, hidesClientCode: checked })}
      />
      <TextInput
        label="Agency on the order"
        required
        maxLength={100}
        value={form.agencyName}
        onChange={({ currentTarget: { value } }) => setForm({ ...form, agencyName: value })}
      />
      <TextInput
        label="Payment terms"
        maxLength={200}
        value={form.paymentTerms}
        onChange={({ currentTarget: { value } }) => setForm({ ...form, paymentTerms: value })}
      />
      <Group gap="8px 12px" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending} disabled={form.agencyName.trim() === ''}>
          Save
        </Button>
      </Group>
    </FormStack>
  );
};

export const SettingsDialog = ({ ownerKey, onClose }: { ownerKey: number; onClose: () => void }) => {
  const settings = useQuery(settingsQuery(ownerKey));
  return (
    <Modal opened onClose={onClose} title={<strong>Order settings</strong>} centered size={520}>
      <Loaded query={settings} what="settings" lines={5}>
        {(saved) => <Form ownerKey={ownerKey} saved={saved} onClose={onClose} />}
      </Loaded>
    </Modal>
  );
};
