import { Anchor, Button, ColorSwatch, Group, Stack } from '@mantine/core';
import {
  CAMPAIGN_CHANNELS,
  CHANNEL_NAMES,
  channelUses,
  type CustomChannel,
  customChannelDelete,
  customChannelRecord,
  customChannelUpdate,
  resentValues,
} from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { callApi } from '../../../lib/api/api.ts';
import { hrefOf } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { useOwnerKey } from '../../../lib/session/session-store.ts';
import { listPath } from '../../../shared/campaign-path.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { HeadParts } from '../../../ui/pieces/page-head.tsx';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { type KnownChannel, useChannelChange, useCustomChannels } from './api.ts';
import record from '../../../ui/lists/record-list.module.css';

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

const usesText = (channel: CustomChannel): string => {
  const { campaigns, runningCampaigns, deletedCampaigns } = channel;
  if (channelUses(channel) === 0) return 'No campaign has it';
  return [
    `${count(campaigns, 'campaign', 'campaigns')}, ${runningCampaigns} running`,
    ...(deletedCampaigns > 0 ? [`${deletedCampaigns} deleted`] : []),
  ].join(', ');
};

const ChannelDialog = lazy(async () => ({ default: (await import('./channel-dialog.tsx')).ChannelDialog }));

type Open = { kind: 'edit'; channel: CustomChannel | null } | { kind: 'delete'; channel: CustomChannel };

/** Null for email, which has no campaign list. */
const campaignsOf = ({ channel, channelCustomKey }: CustomChannel): string | null =>
  channel === 'email' ? null : hrefOf(`${listPath('ag', channel)}?customChannel=${channelCustomKey}`);

const ChannelRow = ({ channel, onOpen }: { channel: CustomChannel; onOpen: (open: Open) => void }) => {
  const { name, colour, active, ownerKey, channelCustomKey, rowVersion } = channel;
  const mayChange = useMay('channels:Update');
  const switching = useChannelChange(
    (isActive: boolean) =>
      callApi(customChannelUpdate, {
        body: {
          ownerKey,
          channelCustomKey,
          rowVersion,
          ...resentValues(customChannelRecord, channel),
          active: isActive,
        },
      }),
    {
      onDone: (_, isActive) =>
        toast.success(
          isActive ? `${name} can be chosen again.` : `${name} cannot be chosen any more. Campaigns keep it.`,
        ),
      onError: tellFailure,
    },
  );
  const href = channel.campaigns > 0 ? campaignsOf(channel) : null;
  return (
    <li className={record.row}>
      {colour !== null && <ColorSwatch color={colour} size={18} withShadow={false} aria-hidden="true" />}
      <div className={record.words}>
        <Group gap="2px 10px" fz="sm">
          <strong>{name}</strong>
          <StatusMark tone={active ? 'good' : 'off'}>{active ? 'Active' : 'Inactive'}</StatusMark>
        </Group>
        <Note size="xs">
          {href === null ? (
            usesText(channel)
          ) : (
            <Anchor href={href} size="xs" aria-label={`Campaigns of ${name}: ${usesText(channel)}`}>
              {usesText(channel)}
            </Anchor>
          )}
        </Note>
      </div>
      {mayChange && (
        <Group gap={8}>
          <Button
            size="xs"
            variant="default"
            aria-label={`Edit ${name}`}
            onClick={() => onOpen({ kind: 'edit', channel })}
          >
            Edit
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`${active ? 'Deactivate' : 'Activate'} ${name}`}
            loading={switching.isPending}
            onClick={() => switching.mutate(!active)}
          >
            {active ? 'Deactivate' : 'Activate'}
          </Button>
          {channelUses(channel) === 0 && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={`Delete ${name}`}
              onClick={() => onOpen({ kind: 'delete', channel })}
            >
              Delete
            </Button>
          )}
        </Group>
      )}
    </li>
  );
};

/** An owner's custom channels. */
export const ChannelsPage = () => {
  const ownerKey = useOwnerKey();
  const query = useCustomChannels(ownerKey);
  const mayChange = useMay('channels:Update');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const remove = useChannelChange((body: KnownChannel) => callApi(customChannelDelete, { body }), {
    onDone: () => {
      close();
      toast.success('The custom channel is deleted.');
    },
    onError: (error) => {
      close();
      tellFailure(error);
    },
  });
  return (
    <Stack gap={12}>
      <HeadParts
        action={
          mayChange && (
            <Button
              leftSection={<IconPlus size={17} aria-hidden="true" />}
              onClick={() => setOpen({ kind: 'edit', channel: null })}
            >
              New custom channel
            </Button>
          )
        }
      />
      <Loaded query={query} what="custom channels" lines={4}>
        {(channels) =>
          channels.length === 0 ? (
            <EmptyState title="No custom channels yet">
              Without custom channels, campaigns are grouped by channel only. Create one to separate brand search, for
              example.
            </EmptyState>
          ) : (
            <>
              {CAMPAIGN_CHANNELS.filter((one) => channels.some(({ channel }) => channel === one)).map((one) => (
                <SectionCard key={one} title={CHANNEL_NAMES[one]}>
                  <PlainList aria-label={`Custom channels of ${CHANNEL_NAMES[one]}`}>
                    {channels
                      .filter(({ channel }) => channel === one)
                      .map((channel) => (
                        <ChannelRow key={channel.channelCustomKey} channel={channel} onOpen={setOpen} />
                      ))}
                  </PlainList>
                </SectionCard>
              ))}
            </>
          )
        }
      </Loaded>
      <Suspense fallback={null}>
        {open?.kind === 'edit' && (
          <ChannelDialog
            channel={open.channel}
            ownerKey={ownerKey}
            onSaved={(name) => {
              close();
              toast.success(`${name} is saved.`);
            }}
            onClose={close}
          />
        )}
      </Suspense>
      <ConfirmDialog
        isOpen={open?.kind === 'delete'}
        title={`Delete ${open?.channel?.name ?? ''}?`}
        text="No campaign uses it. You can create it again under the same name."
        action="Delete"
        isGrave
        isBusy={remove.isPending}
        onConfirm={() => {
          if (open?.kind !== 'delete') return;
          const { channelCustomKey, rowVersion } = open.channel;
          remove.mutate({ ownerKey, channelCustomKey, rowVersion });
        }}
        onClose={close}
      />
    </Stack>
  );
};
