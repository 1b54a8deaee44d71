import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { zoneAbbreviation } from '../../../lib/text/format.ts';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { tellFailure } from '../api.ts';
import { pastMoment, presetsAt } from './prepare-sheet-at.ts';

interface SheetAtDialogProps {
  isOpen: boolean;
  timeZone: string;
  onClose: () => void;
  /** Applies the differing cells to the table; closes the dialog when done. */
  onChoose: (moment: Date) => Promise<void>;
}

/** Mounted while the dialog is open, so that "now" is when it was opened. */
const Body = ({ timeZone, onClose, onChoose }: Omit<SheetAtDialogProps, 'isOpen'>) => {
  const [now] = useState(() => new Date());
  const [local, setLocal] = useState('');
  const [isBusy, setBusy] = useState(false);
  const moment = pastMoment(local, timeZone, now);
  const show = async () => {
    if (!moment) return;
    setBusy(true);
    try {
      await onChoose(moment);
      onClose();
    } catch (error) {
      tellFailure(error);
      setBusy(false);
    }
  };
  return (
    <>
      <Text size="sm" lh={1.55}>
        Values of that time are entered as changes in the rows and columns shown now. Review them, undo what you do not
        want, then save. Nothing is saved until you do.
      </Text>
      <Group gap={6} my={14}>
        {presetsAt(now, timeZone).map((preset) => (
          <Button key={preset.label} size="compact-xs" variant="default" onClick={() => setLocal(preset.local)}>
            {preset.label}
          </Button>
        ))}
      </Group>
      <TextInput
        type="datetime-local"
        label={`Day and time (${zoneAbbreviation(timeZone)})`}
        value={local}
        error={local !== '' && !moment ? 'Choose a date and time in the past.' : null}
        onChange={(event) => setLocal(event.currentTarget.value)}
        data-autofocus
      />
      <ButtonRow mt={20}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!moment} loading={isBusy} onClick={() => void show()}>
          Show differences
        </Button>
      </ButtonRow>
    </>
  );
};

/** Picks a past moment; the cells that differed then come into the table as unsaved changes. */
export const SheetAtDialog = ({ isOpen, ...rest }: SheetAtDialogProps) => (
  <Modal opened={isOpen} onClose={rest.onClose} title={<strong>Sheet as of …</strong>} centered size={440}>
    <Body {...rest} />
  </Modal>
);
