import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { ConflictDialog } from '../../ui/dialogs/conflict-dialog.tsx';
import { DraftOffer } from '../../ui/forms/draft-offer.tsx';
import { FormBar } from '../../ui/forms/form-bar.tsx';
import type { Failure } from '../../ui/forms/form-failure.tsx';
import { useStable } from '../../ui/grid/use-stable.ts';
import { useSaveKeys } from '../../ui/forms/use-save-keys.ts';
import { LeaveGuard } from './leave-guard.tsx';
import classes from './record-form.module.css';
import type { RecordForm as RecordFormState } from './use-record-form.ts';

interface RecordFormProps<Values extends FieldValues, Intent> {
  state: RecordFormState<Values, Intent>;
  /** Noun for the edited record, as in “this line item”. */
  what: string;
  /** Why nothing can be changed; null if editable. */
  lock?: string | null;
  /** The buttons at the end. */
  buttons: ReactNode;
  /** Additional notes or errors beside the buttons. */
  note?: ReactNode;
  failure?: Failure | null;
  /** Replaces saving for Enter and the submit button. */
  onSubmit?: () => void;
  /** Replaces saving for Ctrl+S. */
  onSaveKeys?: () => void;
  children: ReactNode;
}

/** A form's frame: the offered draft, the fields, the buttons and the merge dialogs. */
export const RecordForm = <Values extends FieldValues, Intent>({
  state,
  what,
  lock = null,
  buttons,
  note,
  failure = null,
  onSubmit,
  onSaveKeys,
  children,
}: RecordFormProps<Values, Intent>) => {
  const { attach, draft, isDirty, isSaving } = state;
  const save = useStable(() => {
    if (isDirty && lock === null) (onSaveKeys ?? state.submit)();
  });
  useSaveKeys(save);
  const send = onSubmit ?? (() => state.submit());
  return (
    <form
      ref={attach}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {draft.offered !== null && lock === null && (
        <DraftOffer savedAt={draft.offered.savedAt} onRestore={state.restore} onDiscard={() => void draft.forget()} />
      )}
      {lock !== null && (
        <Text size="sm" mb={12} py={8} px={12} bg="var(--pl-surface-active)" bdrs="sm">
          {lock}
        </Text>
      )}
      <fieldset className={classes.parts} disabled={isSaving || lock !== null}>
        <FormProvider {...state.form}>{children}</FormProvider>
      </fieldset>
      {lock === null && (
        <FormBar failure={state.failure ?? failure} note={note}>
          {buttons}
        </FormBar>
      )}
      <ConflictDialog
        what={what}
        conflicts={state.conflicts}
        action={state.isSavedWhenSettled ? 'Save' : 'Restore draft'}
        onSettle={state.settle}
        onClose={state.stopAsking}
      />
      <LeaveGuard isDirty={isDirty && lock === null} onLeave={() => void draft.forget()} />
    </form>
  );
};
