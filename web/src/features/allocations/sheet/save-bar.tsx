import { Button, Group, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { formatCount } from '../../../lib/text/format.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import classes from './save-bar.module.css';

export const changesIn = (count: number): string => `${formatCount(count)} ${count === 1 ? 'change' : 'changes'}`;

interface SaveBarProps {
  count: number;
  isSaving: boolean;
  /** Lists the changes. */
  onList: () => void;
  onSave: () => void;
  onDiscard: () => void;
}

/** The page's one primary action. Always visible, so that nothing moves when there is something to save. */
export const SaveBar = ({ count, isSaving, onList, onSave, onDiscard }: SaveBarProps) => {
  const [isAsking, { open, close }] = useDisclosure(false);
  return (
    <Group gap={8} wrap="nowrap" flex="none">
      <span role="status" className={classes.count} data-some={count > 0 || undefined}>
        {count === 0 ? (
          'No changes'
        ) : (
          <UnstyledButton className={classes.list} title="List of changes" aria-haspopup="dialog" onClick={onList}>
            {changesIn(count)}
          </UnstyledButton>
        )}
      </span>
      <Button size="xs" variant="default" disabled={count === 0 || isSaving} onClick={open}>
        Discard
      </Button>
      <Button
        size="xs"
        disabled={count === 0}
        loading={isSaving}
        title="Ctrl+S"
        aria-keyshortcuts="Control+S"
        onClick={onSave}
      >
        Save all
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Discard ${changesIn(count)}?`}
        text="Your unsaved changes will be lost. Saved values stay as they are."
        action="Discard"
        isGrave
        onConfirm={() => {
          close();
          onDiscard();
        }}
        onClose={close}
      />
    </Group>
  );
};
