import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';

export interface History {
  onUndo: () => void;
  onRedo: () => void;
  /** The act's name; null if there is none. */
  undoable: string | null;
  redoable: string | null;
}

export const HistoryButtons = ({ onUndo, onRedo, undoable, redoable }: History) => {
  const button = (
    word: string,
    keys: string,
    act: string | null,
    Icon: typeof IconArrowBackUp,
    onClick: () => void,
  ) => (
    <ActionIcon
      variant="default"
      size={30}
      disabled={act === null}
      aria-label={act ? `${word} ${act}` : word}
      title={act ? `${word} ${act} (${keys})` : undefined}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden="true" />
    </ActionIcon>
  );
  return (
    <ActionIcon.Group>
      {button('Undo', 'Ctrl+Z', undoable, IconArrowBackUp, onUndo)}
      {button('Redo', 'Ctrl+Shift+Z', redoable, IconArrowForwardUp, onRedo)}
    </ActionIcon.Group>
  );
};
