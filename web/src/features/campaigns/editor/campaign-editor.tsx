import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import { formatInstant, localZone } from '../../../lib/format.ts';
import { hrefOf, PATHS, pathTo } from '../../../lib/paths.ts';
import { LeaveGuard } from '../../../shared/leave-guard.tsx';
import { statusLabel } from '../../../ui/campaign-status.tsx';
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx';
import { DraftOffer } from '../../../ui/draft-offer.tsx';
import { FormBar } from '../../../ui/form-bar.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { CampaignActions } from '../status/campaign-actions.tsx';
import { useCodeCheck } from '../status/use-code-check.ts';
import { CampaignStatus } from './campaign-status-card.tsx';
import classes from './editor.module.css';
import type { EditorSearch } from './editor-search.ts';
import { EditorStep } from './editor-step.tsx';
import { type Step, STEPS } from './prepare-problems.ts';
import { isLockedStep, nextStep, prepareSteps, previousStep } from './prepare-steps.ts';
import { type CampaignParts, newValues, valuesOf } from './prepare-values.ts';
import { StepList } from './step-list.tsx';
import { useCampaignForm } from './use-campaign-form.ts';
import { useDeedDone } from './use-deed-done.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { useChoices } from './use-names.ts';
import { useSaveCampaign } from './use-save-campaign.ts';
import { useStepFocus } from './use-step-focus.ts';

interface CampaignEditorProps {
  ownerKey: number;
  /** Null for a new campaign. */
  parts: CampaignParts | null;
}

/** Step by step from a draft to a live campaign; any step can be opened again, and one save takes all that has changed. */
export const CampaignEditor = ({ ownerKey, parts }: CampaignEditorProps) => {
  const navigate = useNavigate();
  const { step: wanted = 'basics' } = useSearch({ strict: false }) as EditorSearch;
  const isNew = parts === null;
  const step = isLockedStep(wanted, isNew) ? 'basics' : wanted;
  const campaign = parts?.campaign ?? null;
  const isDraft = campaign === null || campaign.subStatus === 'DRAFT';
  const form = useCampaignForm(parts === null ? newValues() : valuesOf(parts));
  const { values, changed, isDirty } = form;
  const choices = useChoices(ownerKey, values, parts);
  const { vendorKey, campaignCode } = values;
  const isOwnCode = campaign !== null && campaign.campaignCode === campaignCode && campaign.vendorKey === vendorKey;
  const codeCheck = useCodeCheck(
    campaignCode,
    isOwnCode || vendorKey === null || choices.clientKey === null
      ? null
      : { campaignKey: campaign?.campaignKey ?? 0, vendorKey, clientKey: choices.clientKey },
  );
  const draft = useKeptDraft({
    ownerKey,
    campaignKey: campaign?.campaignKey ?? null,
    values,
    step,
    isDirty,
    isOn: true,
  });
  const onDeed = useDeedDone();
  const { body, focusError } = useStepFocus(step);
  const open = (next: Step) => void navigate({ to: '.', search: { step: next } as never });

  const saving = useSaveCampaign({
    ownerKey,
    parts,
    form,
    names: choices.names,
    onRefused: (refused) => {
      open(refused);
      focusError(refused);
    },
    onSaved: async ({ campaign: saved, isWhole }, wasNew) => {
      await draft.forget(isWhole);
      const status = statusLabel(saved.subStatus);
      toast.success(
        wasNew
          ? `${saved.name} is kept as a draft. It takes no leads yet.`
          : `${saved.name} is saved. Status: ${status}.`,
      );
      if (!wasNew) return;
      const path = pathTo('campaignPplEditor', { campaignKey: saved.campaignKey });
      await navigate({ to: path, search: { step: 'prices' } as never, replace: true, ignoreBlocker: true });
    },
  });

  /** Whether the steps can be left behind; if not, what is wrong is shown. */
  const isFine = (steps: readonly Step[]): boolean => {
    form.expose(steps);
    const first = form.problems.find((problem) => steps.includes(problem.step));
    const isTaken = steps.includes('basics') && codeCheck.state === 'refused';
    if (!first && !isTaken) return true;
    const wrong = first?.step ?? 'basics';
    open(wrong);
    focusError(wrong);
    return false;
  };
  const save = (activate: boolean) => void draft.hold().then(() => saving.save(activate));
  const saveAll = (activate: boolean) => {
    if (isFine(STEPS)) save(activate);
  };
  const next = nextStep(step, isNew);
  const proceed = (event: SubmitEvent) => {
    event.preventDefault();
    if (isNew && step !== 'review') {
      if (isFine(['basics', 'prices'])) save(false);
    } else if (next !== null) {
      if (isFine([step])) open(next);
    } else saveAll(isDraft);
  };

  const takeDraft = () => {
    const taken = draft.take();
    if (taken === null) return;
    saving.restore(taken.values);
    open(taken.step);
  };
  const back = previousStep(step, isNew);
  const items = prepareSteps({ fields: values, before: form.before, changed, problems: form.shown, isNew });
  const primary = isNew ? 'Save as draft and continue' : 'Continue';
  return (
    <>
      <PageHead
        title={campaign?.name ?? 'New campaign'}
        trail={[{ label: 'Campaigns' }, { label: 'PPL', href: hrefOf(PATHS.campaignsPpl) }]}
        description={campaign && `${campaign.campaignCode} · ${campaign.vendor} · ${campaign.goalName}`}
        action={campaign && <CampaignActions campaign={campaign} onDone={onDeed} />}
      />
      {campaign && (
        <div className={classes.top}>
          <CampaignStatus campaign={campaign} />
        </div>
      )}
      {draft.offeredAt !== null && (
        <DraftOffer savedAt={draft.offeredAt} onRestore={takeDraft} onDiscard={() => void draft.forget()} />
      )}
      <div className={classes.frame}>
        <StepList items={items} current={step} onOpen={open} />
        <form noValidate onSubmit={proceed}>
          <div ref={body} tabIndex={-1} className={classes.body}>
            <fieldset className={classes.fieldset} disabled={saving.isSaving}>
              <EditorStep
                step={step}
                form={form}
                ownerKey={ownerKey}
                parts={parts}
                choices={choices}
                codeCheck={codeCheck}
                isDraft={isDraft}
                onOpen={open}
                onSave={() => saveAll(false)}
              />
            </fieldset>
          </div>
          <FormBar
            failure={saving.failure}
            note={
              draft.keptAt &&
              saving.failure === null && (
                <span className={classes.kept}>Draft kept {formatInstant(draft.keptAt, localZone())}</span>
              )
            }
          >
            {back !== null && (
              <Button
                variant="default"
                leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
                onClick={() => open(back)}
              >
                Back
              </Button>
            )}
            {!isNew && step !== 'review' && isDirty && (
              <Button variant="default" loading={saving.isSaving} onClick={() => saveAll(false)}>
                {isDraft ? 'Save draft' : 'Save changes'}
              </Button>
            )}
            {step === 'review' && isDraft && (
              <Button variant="default" loading={saving.isSaving} disabled={!isDirty} onClick={() => saveAll(false)}>
                Save draft
              </Button>
            )}
            {step === 'review' ? (
              <Button type="submit" loading={saving.isSaving} disabled={isNew || (!isDraft && !isDirty)}>
                {isDraft ? 'Save and activate' : 'Save changes'}
              </Button>
            ) : (
              <Button
                type="submit"
                loading={isNew && saving.isSaving}
                rightSection={<IconArrowRight size={16} aria-hidden="true" />}
              >
                {primary}
              </Button>
            )}
          </FormBar>
        </form>
      </div>
      <ConflictDialog
        what="this campaign"
        conflicts={saving.conflicts}
        onSettle={saving.settle}
        onClose={saving.stopAsking}
      />
      <LeaveGuard isDirty={isDirty && !saving.isSaving} onLeave={() => void draft.forget()} />
    </>
  );
};
