import { Button, Flex, Modal, NativeSelect, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { campaignSourcesList, campaignSourcesSave } from '@paceline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchApi } from '../../../lib/api/api.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { blockedSources, openSources, withBlocked, withoutBlock } from './prepare-block.ts';
import classes from './block-source.module.css';

interface BlockFormProps {
  campaignKey: number;
  onClose: () => void;
}

/** A campaign's sources, and how to change them. */
const useSources = (campaignKey: number) => {
  const [query, queries] = [callQuery(campaignSourcesList, { params: { key: campaignKey } }), useQueryClient()];
  const { data } = useQuery({ ...query, staleTime: 0 });
  const save = useMutation({
    mutationFn: (body: ReturnType<typeof withBlocked>) =>
      fetchApi(campaignSourcesSave, { params: { key: campaignKey }, body }),
    onError: tellFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  return { data, save };
};

const BlockForm = ({ campaignKey, onClose }: BlockFormProps) => {
  const { data, save } = useSources(campaignKey);
  const [chosen, setChosen] = useState('');
  const [note, setNote] = useState('');
  if (data === undefined) return <LoadingSkeleton label="Loading the campaign’s sources" lines={4} />;
  const open = openSources(data);
  const source = open.find(({ publisherSourceKey }) => String(publisherSourceKey) === chosen) ?? open[0];
  if (source === undefined) return <p>This campaign currently accepts leads from no source.</p>;
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
        description="Sent to the media partner."
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Button
        mt="md"
        color="red"
        loading={save.isPending}
        onClick={() =>
          save.mutate(withBlocked(data, source.publisherSourceKey, note), {
            onSuccess: () => {
              toast.success('Source blocked. The media partner was notified.');
              onClose();
            },
          })
        }
      >
        Block {source.sourceTag}
      </Button>
    </>
  );
};

/** Agency users who may change campaigns may block their sources. */
export const useMayBlock = (): boolean => useMay('campaigns:Update') && groupOfSession() === 'ag';

/** A campaign's blocked sources with reasons, and a button to unblock. */
export const BlockedSources = ({ campaignKey }: { campaignKey: number }) => {
  const { data, save } = useSources(campaignKey);
  const blocked = data === undefined ? [] : blockedSources(data);
  if (data === undefined || blocked.length === 0) return null;
  return (
    <section className={classes.blocked} aria-label="Blocked sources">
      <strong>Blocked sources</strong>
      <PlainList gap={4} mt={6}>
        {blocked.map(({ publisherSourceKey, sourceTag, note }) => (
          <Flex
            key={publisherSourceKey}
            component="li"
            gap="4px 12px"
            align="center"
            wrap="wrap"
            style={{ overflowWrap: 'anywhere' }}
          >
            <span>{note === '' ? sourceTag : `${sourceTag}: ${note}`}</span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Unblock ${sourceTag}`}
              loading={save.isPending}
              onClick={() =>
                save.mutate(withoutBlock(data, publisherSourceKey), {
                  onSuccess: () => toast.success(`Source ${sourceTag} is open again.`),
                })
              }
            >
              Unblock
            </Button>
          </Flex>
        ))}
      </PlainList>
    </section>
  );
};

export const BlockSource = ({ campaignKey }: { campaignKey: number }) => {
  const [isOpen, { open, close }] = useDisclosure(false);
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
