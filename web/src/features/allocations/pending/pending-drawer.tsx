import { Box, Button, Drawer, Text } from '@mantine/core';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { changesIn } from '../sheet/save-bar.tsx';
import type { PendingChange } from './prepare-pending.ts';
import classes from '../panels/panels.module.css';

interface PendingDrawerProps {
  isOpen: boolean;
  lists: readonly { changes: readonly PendingChange[]; onRevert: (change: PendingChange) => void }[];
  onClose: () => void;
}

const PlaceOf = ({ change: { name, code, lineItem } }: { change: PendingChange }) => (
  <Note size="xs" mt={1} lh={1.4}>
    {[code === '' ? name : `${name} (${code})`, lineItem !== name && lineItem].filter(Boolean).join(' · ')}
  </Note>
);

/** What Save all would save, cell by cell. */
export const PendingDrawer = ({ isOpen, lists, onClose }: PendingDrawerProps) => {
  const count = lists.reduce((sum, { changes }) => sum + changes.length, 0);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={520}
      padding="md"
      title={<strong>{count === 0 ? 'Unsaved changes' : `${changesIn(count)} not saved`}</strong>}
    >
      {count === 0 ? (
        <EmptyState title="Nothing left to save" />
      ) : (
        <PlainList gap={0} aria-label="Unsaved changes">
          {lists.flatMap(({ changes, onRevert }) =>
            changes.map((change) => (
              <li key={`${change.code} ${change.rowKey} ${change.columnKey}`} className={classes.change}>
                <Box flex={1} miw={0}>
                  <Text size="sm" lh={1.4}>
                    {change.column}: {change.before} <span aria-label="to">→</span> <strong>{change.after}</strong>
                  </Text>
                  {change.error !== null && (
                    <Text size="xs" c="var(--mantine-color-error)">
                      {change.error}
                    </Text>
                  )}
                  <PlaceOf change={change} />
                </Box>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Revert ${change.column} of ${change.name} to ${change.before}`}
                  onClick={() => onRevert(change)}
                >
                  Revert
                </Button>
              </li>
            )),
          )}
        </PlainList>
      )}
    </Drawer>
  );
};
