import { Button, Modal, NativeSelect, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { campaignSourcesList, campaignSourcesSave } from '@paceline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchApi } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/op-query.ts';
import { useMay } from '../../../lib/permissions.ts';
import { groupOfSession } from '../../../lib/session-store.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';
import { LoadingSkeleton } from '../../../ui/loading-skeleton.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { openSources, withBlocked } from './prepare-block.ts';

interface BlockFormProps {
  campaignKey: number;
  onClose: () => void;
}

const BlockForm = ({ campaignKey, onClose }: BlockFormProps) => {
  const [query, queries] = [callQuery(campaignSourcesList, { params: { key: campaignKey } }), useQueryClient()];
  const { data } = useQuery({ ...query, staleTime: 0 });
  const [chosen, setChosen] = useState('');
  const [note, setNote] = useState('');
  const save = useMutation({
    mutationFn: (body: ReturnType<typeof withBlocked>) =>
      fetchApi(campaignSourcesSave, { params: { key: campaignKey }, body }),
    onError: tellFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
    onSuccess: () => {
      toast.success('Source blocked. The media partner has been told.');
      onClose();
    },
  });
  if (data === undefined) return <LoadingSkeleton label="Loading the campaign’s sources" lines={4} />;
  const open = openSources(data);
  const source = open.find(({ publisherSourceKey }) => String(publisherSourceKey) === chosen) ?? open[0];
  if (source === undefined) return <p>This campaign takes leads of no source at the moment.</p>;
  return (
    <>
      <NativeSelect
        label="Source"
        data-autofocus
        data={open.map(({ publisherSourceKey, sourceTag, displayName }) => ({
          value: String(publisherSourceKey),
          label: `${sourceTag} (${displayName})`,
        }))}
        value={String(source.publisherSourceKey)}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Textarea
        mt="sm"
        label="Reason"
        description="The media partner is told this."
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Button
        mt="md"
        color="red"
        loading={save.isPending}
        onClick={() => save.mutate(withBlocked(data, source.publisherSourceKey, note))}
      >
        Block {source.sourceTag}
      </Button>
    </>
  );
};

/** Stops one source of a campaign, for who may change campaigns. */
export const BlockSource = ({ campaignKey }: { campaignKey: number }) => {
  const may = useMay('campaigns:Update') && groupOfSession() === 'ag';
  const [isOpen, { open, close }] = useDisclosure(false);
  if (!may) return null;
  return (
    <>
      <Button variant="default" onClick={open}>
        Block source
      </Button>
      <Modal opened={isOpen} onClose={close} title="Block a source of this campaign" centered>
        {isOpen && <BlockForm campaignKey={campaignKey} onClose={close} />}
      </Modal>
    </>
  );
};
