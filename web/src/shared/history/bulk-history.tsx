import { Box, Button, Drawer, Group, Text } from '@mantine/core';
import { BULK_UNDO_HOURS, type BulkAction } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant, formatUtc } from '../../lib/text/format.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { bulkActionsQuery, useUndoBulk } from './undo-api.ts';

interface BulkHistoryProps {
  isOpen: boolean;
  ownerKey: number;
  /** The owner's zone. */
  timeZone: string;
  onUndone: () => unknown;
  onClose: () => void;
}

/** "Nursing Texas, Nursing Ohio and 12 more" */
const campaignsOf = ({ names, campaigns }: BulkAction): string => {
  const more = campaigns - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
};

interface ItemProps {
  action: BulkAction;
  timeZone: string;
  onUndo: () => void;
}

const Item = ({ action, timeZone, onUndo }: ItemProps) => {
  const { what, campaigns, at, by, undoUntil, whyNot, undone } = action;
  const when = (instant: string): string => formatInstant(instant, timeZone);
  return (
    <Box component="li" p="10px 0" style={{ borderBottom: '1px solid var(--pl-line)' }}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap={12}>
        <Box miw={0}>
          <Text size="sm" fw={600}>
            {what}: {campaigns} campaigns
          </Text>
          <Note size="xs">
            {by},{' '}
            <time dateTime={at} title={formatUtc(at)}>
              {when(at)}
            </time>
          </Note>
        </Box>
        {whyNot === null && (
          <Button size="xs" variant="default" onClick={onUndo} aria-label={`Undo: ${what}, ${campaigns} campaigns`}>
            Undo
          </Button>
        )}
      </Group>
      <Text size="xs" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {campaignsOf(action)}
      </Text>
      <Note size="xs" mt={4}>
        {undone ? `Undone by ${undone.by}, ${when(undone.at)}` : (whyNot ?? `Can be undone until ${when(undoUntil)}`)}
      </Note>
    </Box>
  );
};

/** What was done to several campaigns at once within the last day, with undo. */
export const BulkHistory = ({ isOpen, ownerKey, timeZone, onUndone, onClose }: BulkHistoryProps) => {
  const query = useQuery({ ...bulkActionsQuery(ownerKey), enabled: isOpen });
  const [chosen, setChosen] = useState<BulkAction | null>(null);
  const { mutate: undo, isPending } = useUndoBulk(onUndone);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={460}
      padding="md"
      title={<strong>Bulk changes</strong>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Note size="xs" mb={8}>
        Changes of several campaigns at once, of the last {BULK_UNDO_HOURS} hours.
      </Note>
      <Loaded query={query} what="bulk changes" lines={4}>
        {(actions) =>
          actions.length === 0 ? (
            <EmptyState title="No bulk changes">No bulk changes since yesterday.</EmptyState>
          ) : (
            <PlainList>
              {actions.map((action) => (
                <Item key={action.actionId} action={action} timeZone={timeZone} onUndo={() => setChosen(action)} />
              ))}
            </PlainList>
          )
        }
      </Loaded>
      <ConfirmDialog
        isOpen={chosen !== null}
        title="Undo this change?"
        text={`All ${chosen?.campaigns ?? 0} campaigns return to their previous values. If one has changed since, nothing is undone.`}
        action="Undo"
        isBusy={isPending}
        onConfirm={() => chosen && undo({ ownerKey, actionId: chosen.actionId }, { onSettled: () => setChosen(null) })}
        onClose={() => setChosen(null)}
      />
    </Drawer>
  );
};
