import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { ConflictDialog } from '../../ui/dialogs/conflict-dialog.tsx';
import { DraftOffer } from '../../ui/forms/draft-offer.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { RecordForm } from './use-record-form.ts';

interface RecordDialogProps<Values extends FieldValues> {
  state: RecordForm<Values>;
  /** Noun for the edited record, as in “this custom channel”. */
  what: string;
  title: string;
  size: number;
  /** Label of the save button. */
  submit: string;
  onClose: () => void;
  children: ReactNode;
}

/** A record's form in a dialog. Closing it discards what was typed. */
export const RecordDialog = <Values extends FieldValues>({
  state,
  what,
  title,
  size,
  submit,
  onClose,
  children,
}: RecordDialogProps<Values>) => {
  const { draft } = state;
  return (
    <FormProvider {...state.form}>
      <FormDialog
        attach={state.attach}
        title={title}
        size={size}
        submit={submit}
        isPending={state.isSaving}
        onSubmit={() => state.submit()}
        onClose={() => {
          void draft.forget();
          onClose();
        }}
      >
        {draft.offered !== null && (
          <DraftOffer savedAt={draft.offered.savedAt} onRestore={state.restore} onDiscard={() => void draft.forget()} />
        )}
        {children}
        <FormFailure failure={state.failure} />
      </FormDialog>
      <ConflictDialog
        what={what}
        conflicts={state.conflicts}
        action={state.isSavedWhenSettled ? 'Save' : 'Restore draft'}
        onSettle={state.settle}
        onClose={state.stopAsking}
      />
    </FormProvider>
  );
};
