import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { zoneAbbreviation } from '../../../lib/format.ts';
import { tellFailure } from '../api.ts';
import { pastMoment, presetsAt } from './prepare-sheet-at.ts';
import classes from './sheet-at-dialog.module.css';

interface SheetAtDialogProps {
  isOpen: boolean;
  timeZone: string;
  onClose: () => void;
  /** Puts the differing cells into the table; the dialog closes when it is done. */
  onChoose: (moment: Date) => Promise<void>;
}

/** Mounted while the dialog is open: it starts from the time at which it was opened. */
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
      <p className={classes.text}>
        Values of that time are entered in the table as changes. Review them, undo what you do not want, then save.
        Nothing is saved until you do.
      </p>
      <div className={classes.presets}>
        {presetsAt(now, timeZone).map((preset) => (
          <Button key={preset.label} size="compact-xs" variant="default" onClick={() => setLocal(preset.local)}>
            {preset.label}
          </Button>
        ))}
      </div>
      <TextInput
        type="datetime-local"
        label={`Day and time (${zoneAbbreviation(timeZone)})`}
        value={local}
        error={local !== '' && !moment ? 'Choose a date and time in the past.' : null}
        onChange={(event) => setLocal(event.currentTarget.value)}
        data-autofocus
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!moment} loading={isBusy} onClick={() => void show()}>
          Show differences
        </Button>
      </div>
    </>
  );
};

/** Picks a past moment; what was different then comes into the table as changes that nobody has saved yet. */
export const SheetAtDialog = ({ isOpen, ...rest }: SheetAtDialogProps) => (
  <Modal opened={isOpen} onClose={rest.onClose} title={<strong>Sheet as of …</strong>} centered size={440}>
    <Body {...rest} />
  </Modal>
);
