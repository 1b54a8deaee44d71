import { Button, Group } from '@mantine/core';
import {
  type OwnerDraft,
  ownerDraftDiscard,
  ownerDraftFinish,
  WIZARD_STEPS,
  type WizardStep,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../lib/api/api.ts';
import { followOwners } from '../../lib/address/follow-owners.ts';
import { formatInstant, localZone } from '../../lib/text/format.ts';
import { PATHS } from '../../lib/address/paths.ts';
import { LeaveGuard } from '../../shared/form/leave-guard.tsx';
import { sortRefusal } from '../../shared/form/prepare-refusal.ts';
import {
  educationFileOfDraft,
  educationFileOfOwner,
  findFile,
  keepFile,
} from '../../shared/import-dialog/chosen-files.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ConflictDialog } from '../../ui/dialogs/conflict-dialog.tsx';
import { useFirstError } from '../../shared/form/use-first-error.ts';
import { FormBar } from '../../ui/forms/form-bar.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { PageHead } from '../../ui/pieces/page-head.tsx';
import { StepList } from '../../ui/lists/step-list.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { prepareSteps, problemsAt, problemsOf, seenUpTo, stepBeside, wordsOfErrors } from './prepare-draft.ts';
import { StepBrands } from './steps/step-brands.tsx';
import { StepCampuses } from './steps/step-campuses.tsx';
import { StepClients } from './steps/step-clients.tsx';
import { StepOwner } from './steps/step-owner.tsx';
import { StepPartners } from './steps/step-partners.tsx';
import type { StepProps } from './steps/step-props.ts';
import { StepReview } from './steps/step-review.tsx';
import { type DraftForm, useDraftForm } from './use-draft-form.ts';
import classes from './wizard.module.css';

const STEPS = {
  owner: StepOwner,
  brands: StepBrands,
  clients: StepClients,
  campuses: StepCampuses,
  partners: StepPartners,
} as const;

/** Creates the owner from the draft, then goes to its file import if a file was chosen, otherwise to its checklist. */
const useFinish = (form: DraftForm) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const saved = await form.flush('review');
      if (saved === null) return undefined;
      const { draftKey, rowVersion } = saved;
      return callApi(ownerDraftFinish, { body: { draftKey, rowVersion } });
    },
    onSuccess: async (draft) => {
      if (draft === undefined) return;
      await followOwners(queries);
      const chosen = educationFileOfDraft(form.saved.draftKey);
      const file = form.body.education === 'file' ? findFile(chosen) : null;
      keepFile(educationFileOfOwner(draft.ownerKey), file);
      keepFile(chosen, null);
      const hasFile = file !== null;
      toast.success(`${form.body.owner.ownerName.trim()} created.${hasFile ? ' Its file is being checked.' : ''}`);
      const to = hasFile ? PATHS.bulkDataLoad : PATHS.goingLive;
      await navigate({ to, search: { owner: draft.ownerKey } as never, ignoreBlocker: true });
    },
  });
};

const useDiscard = (form: DraftForm, onGone: () => void) =>
  useMutation({
    mutationFn: async () => {
      // Unsaved input is discarded too.
      const { draftKey, rowVersion } = form.saved;
      return callApi(ownerDraftDiscard, { body: { draftKey, rowVersion } });
    },
    onSuccess: onGone,
  });

interface DraftEditorProps {
  draft: OwnerDraft;
  step: WizardStep;
  onOpen: (step: WizardStep) => void;
  onLeave: () => void;
}

/** A new client in steps. Any step can be opened at any time; the draft saves itself and is checked while typing. */
export const DraftEditor = ({ draft, step, onOpen, onLeave }: DraftEditorProps) => {
  const form = useDraftForm(draft, step);
  const [seen, setSeen] = useState(() => seenUpTo(draft.step));
  const [isDiscarding, setDiscarding] = useState(false);
  const finish = useFinish(form);
  const discard = useDiscard(form, onLeave);
  const { body, change, saved } = form;
  const problems = problemsOf(body, form.knownProblems);

  const open = (next: WizardStep) => {
    // Going to a later step marks all earlier ones as seen.
    setSeen((now) => new Set([...now, step, ...WIZARD_STEPS.slice(0, WIZARD_STEPS.indexOf(next))]));
    void form.flush(next);
    onOpen(next);
  };
  const errorOf: StepProps['errorOf'] = (field, value) =>
    seen.has(step) || (value !== undefined && value !== null && value !== '') ? problems.get(field) : undefined;
  const wrong = problemsAt(step, problems);
  const { attach, focusError } = useFirstError(step);
  /** Goes on from a step without errors; otherwise shows them and where the first one is. */
  const proceed = (next: WizardStep) => {
    if (wrong.length === 0) return open(next);
    setSeen((now) => new Set([...now, step]));
    focusError(step);
  };
  const error = finish.error ?? discard.error;
  const failure = error === null ? form.failure : sortRefusal(error, () => null).failure;
  const Step = step === 'review' ? null : STEPS[step];
  const [before, after] = [stepBeside(step, -1), stepBeside(step, 1)];
  return (
    <>
      <PageHead
        title={body.owner.ownerName.trim() || 'New client'}
        trail={[{ label: 'New Client' }]}
        description={`Started by ${draft.startedBy}, ${formatInstant(draft.startedAt, localZone())}`}
        action={
          <Group gap={8}>
            <Button variant="default" onClick={() => void form.flush(step).then(onLeave)}>
              Continue later
            </Button>
            <Button variant="subtle" color="gray" onClick={() => setDiscarding(true)}>
              Discard
            </Button>
          </Group>
        }
      />
      <div className={classes.frame}>
        <StepList items={prepareSteps(body, problems, seen)} current={step} onOpen={open} />
        <div className={classes.body} ref={attach}>
          {Step ? (
            <Step draftKey={saved.draftKey} body={body} change={change} errorOf={errorOf} onOpen={open} />
          ) : (
            <StepReview body={body} problems={problems} onOpen={open} />
          )}
          <FormBar
            failure={failure}
            note={
              <Note size="xs" role="status">
                {seen.has(step) && wrong.length > 0 && `${wordsOfErrors(wrong.length)} `}
                {form.isSaved ? `Saved by ${saved.savedBy}, ${formatInstant(saved.savedAt, localZone())}` : 'Saving…'}
              </Note>
            }
          >
            {before && (
              <Button variant="default" onClick={() => open(before)}>
                Back
              </Button>
            )}
            {after ? (
              <Button onClick={() => proceed(after)}>Next</Button>
            ) : (
              <Button disabled={problems.size > 0} loading={finish.isPending} onClick={() => finish.mutate()}>
                Create client
              </Button>
            )}
          </FormBar>
        </div>
      </div>
      <ConflictDialog
        what="this new client"
        conflicts={form.conflicts}
        action="Save"
        onSettle={form.settle}
        onClose={() => form.settle({})}
      />
      <ConfirmDialog
        isOpen={isDiscarding}
        title="Discard this new client?"
        text="Nothing has been created yet. The draft will be deleted."
        action="Discard"
        isGrave
        isBusy={discard.isPending}
        onConfirm={() => discard.mutate()}
        onClose={() => setDiscarding(false)}
      />
      <LeaveGuard isDirty={!form.isSaved && !discard.isSuccess} onLeave={() => undefined} />
    </>
  );
};
