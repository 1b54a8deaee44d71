import { TableHead } from '../../ui/table-head.tsx';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  CHANNEL_NAMES,
  masterPlatformCreate,
  masterPlatformFormSchema,
  PLATFORM_CHANNELS,
  type PlatformChannel,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../lib/session/permissions.ts';
import { FormDialog, useFieldErrors } from '../../shared/form/form-dialog.tsx';
import { schemaProblems, sortRefusal } from '../../shared/form/prepare-refusal.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import table from '../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { masterQuery, usePlatformChange } from './api.ts';
import { accountsText } from './prepare-platforms.ts';

const FIELDS = ['name', 'channel'];

const PlatformDialog = ({ onClose }: { onClose: () => void }) => {
  const [name, setName] = useState('');
  const [channel, setChannel] = useState<PlatformChannel>('ppc');
  const { errors, show } = useFieldErrors();
  const save = usePlatformChange(masterPlatformCreate, {
    onDone: () => {
      toast.success(`${name.trim()} is added.`);
      onClose();
    },
    onError: (error) => {
      const sorted = sortRefusal(error, (field) => (FIELDS.includes(field) ? field : null));
      show(sorted.problems, sorted.isOfFields ? '' : sorted.failure.message);
    },
  });
  const submit = () => {
    const form = { name: name.trim(), channel };
    const problems = schemaProblems(masterPlatformFormSchema, form);
    show(problems);
    if (problems.length === 0) save.mutate(form);
  };
  return (
    <FormDialog
      title="Add platform"
      size={440}
      failure={errors['form']}
      submit="Add platform"
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Once for the whole agency, shared by all owners"
        maxLength={60}
        value={name}
        error={errors['name']}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        label="Channel"
        description="Default channel; an account can use another"
        value={channel}
        error={errors['channel']}
        data={PLATFORM_CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] }))}
        onChange={({ currentTarget }) => setChannel(currentTarget.value as PlatformChannel)}
      />
    </FormDialog>
  );
};

/** The agency's list of platforms, with the accounts on each. */
export const MasterCard = () => {
  const mayChange = useMay('tradingplatforms:Update');
  const [isOpen, setOpen] = useState(false);
  return (
    <SectionCard
      title="Master list"
      note="Platforms available to accounts, shared by all owners of the agency."
      action={
        mayChange && (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            Add platform
          </Button>
        )
      }
    >
      <Loaded query={useQuery(masterQuery())} what="master list" lines={4}>
        {(platforms) => (
          <table className={table.table}>
            <TableHead of={['Platform', 'Channel', 'Used by']} />
            <tbody>
              {platforms.map(({ platformKey, name, channel, accounts, ownerNames }) => (
                <tr key={platformKey}>
                  <th scope="row">{name}</th>
                  <td>{CHANNEL_NAMES[channel]}</td>
                  <td>{accounts === 0 ? 'No account' : `${accountsText(accounts)} of ${ownerNames.join(', ')}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
      {isOpen && <PlatformDialog onClose={() => setOpen(false)} />}
    </SectionCard>
  );
};
