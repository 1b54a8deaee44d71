import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatInstant, localZone } from '../../../lib/text/format.ts';
import { hrefOf, PATHS, pathTo } from '../../../lib/address/paths.ts';
import { WithHistory } from '../../../shared/history/record-history.tsx';
import { RecordForm } from '../../../shared/form/record-form.tsx';
import { statusLabel } from '../../../ui/marks/campaign-status.tsx';
import { PageHead } from '../../../ui/pieces/page-head.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { CampaignHeadActions } from '../status/campaign-head-actions.tsx';
import { useCodeCheck } from '../status/use-code-check.ts';
import { leadNeedsQuery } from './api.ts';
import { CampaignStatus } from './campaign-status-card.tsx';
import classes from './editor.module.css';
import type { EditorSearch } from './editor-search.ts';
import { EditorStep } from './steps/editor-step.tsx';
import { prepareBanner } from './prepare/prepare-banner.ts';
import { type Step, STEPS } from './prepare/prepare-problems.ts';
import { isLockedStep, nextStep, prepareSteps, previousStep, stepsOfParts } from './steps/prepare-steps.ts';
import type { CampaignParts } from './prepare/prepare-values.ts';
import { StepList } from '../../../ui/lists/step-list.tsx';
import { useCampaignForm } from './use-campaign-form.ts';
import { useActionDone } from './use-action-done.ts';
import { useChoices } from './use-names.ts';
import { useStepFocus } from './steps/use-step-focus.ts';

interface CampaignEditorProps {
  ownerKey: number;
  /** Null for a new campaign. */
  parts: CampaignParts | null;
}

/** Creates or edits a campaign in steps. Any step can be opened, and one save sends all changed parts. */
export const CampaignEditor = ({ ownerKey, parts }: CampaignEditorProps) => {
  const navigate = useNavigate();
  const { step: wanted = 'basics' }: EditorSearch = useSearch({ strict: false });
  const isNew = parts === null;
  const step = isLockedStep(wanted, isNew) ? 'basics' : wanted;
  const campaign = parts?.campaign ?? null;
  const isDraft = campaign === null || campaign.subStatus === 'DRAFT';
  const open = (next: Step) => void navigate({ to: '.', search: { step: next } as never });
  const { form, state, drafts } = useCampaignForm({
    ownerKey,
    parts,
    step,
    onOpen: open,
    onSaved: async ({ campaign: saved }, wasNew) => {
      const status = statusLabel(saved.subStatus);
      const to = pathTo('campaignPplEditor', { campaignKey: saved.campaignKey });
      if (wasNew) await navigate({ to, search: { step: 'prices' } as never, replace: true, ignoreBlocker: true });
      toast.success(
        wasNew
          ? `${saved.name} is saved as a draft. It does not take leads yet.`
          : `${saved.name} is saved. Status: ${status}.`,
      );
    },
  });
  const { values, changed } = form;
  const { failure, isSaving } = state;
  const isDirty = changed.length > 0;
  const choices = useChoices(ownerKey, values, parts);
  const { vendorKey, campaignCode } = values;
  const isOwnCode = campaign !== null && campaign.campaignCode === campaignCode && campaign.vendorKey === vendorKey;
  const codeCheck = useCodeCheck(
    campaignCode,
    isOwnCode || vendorKey === null || choices.clientKey === null
      ? null
      : { campaignKey: campaign?.campaignKey ?? 0, vendorKey, clientKey: choices.clientKey },
  );
  const needs = useQuery({ ...leadNeedsQuery(campaign?.campaignKey ?? 0), enabled: campaign !== null }).data?.lacking;
  const onAction = useActionDone();
  const body = useStepFocus(step);

  /** Whether these steps are valid; otherwise shows their errors. */
  const isFine = (steps: readonly Step[]): boolean => {
    form.expose(steps);
    const first = form.problems.find((problem) => steps.includes(problem.step));
    const isTaken = steps.includes('basics') && codeCheck.state === 'refused';
    if (!first && !isTaken) return true;
    const wrong = first?.step ?? 'basics';
    open(wrong);
    state.focusError(wrong);
    return false;
  };
  const save = (activate: boolean) => state.submit(activate ? 'activate' : undefined);
  const saveAll = (activate: boolean) => {
    // Activation requires all steps to be valid; a save only the changed ones.
    if (isFine(activate || isNew ? STEPS : stepsOfParts(changed))) save(activate);
  };
  const next = nextStep(step, isNew);
  const proceed = () => {
    if (isNew && step !== 'review') {
      if (isFine(['basics', 'prices'])) save(false);
    } else if (next !== null) {
      if (isFine([step])) open(next);
    } else saveAll(isDraft);
  };

  const back = previousStep(step, isNew);
  const items = prepareSteps({
    fields: values,
    before: form.before,
    changed,
    problems: form.shown,
    isNew,
    allocation: parts?.allocation ?? null,
  });
  const primary = isNew ? 'Save as draft and continue' : 'Continue';
  return (
    <>
      <PageHead
        title={campaign?.name ?? 'New campaign'}
        trail={[{ label: 'Campaigns' }, { label: 'PPL', href: hrefOf(PATHS.campaignsPpl) }]}
        description={campaign && `${campaign.campaignCode} · ${campaign.vendor} · ${campaign.goalName}`}
        action={campaign && <CampaignHeadActions campaign={campaign} onDone={onAction} />}
      />
      {campaign && (
        <div className={classes.top}>
          <CampaignStatus
            campaign={campaign}
            reasons={prepareBanner(campaign, values, parts?.allocation ?? null, needs ?? [])}
            onOpen={open}
          />
        </div>
      )}
      <WithHistory
        entity="campaign"
        recordKey={campaign?.campaignKey ?? null}
        timeZone={campaign?.timeZone ?? localZone()}
      >
        <div className={classes.frame}>
          <StepList items={items} current={step} onOpen={open} />
          <RecordForm
            state={state}
            what="this campaign"
            onSubmit={proceed}
            onSaveKeys={() => (isNew ? proceed() : saveAll(false))}
            note={
              drafts.storedAt &&
              isDirty &&
              failure === null && (
                <span className={classes.kept}>
                  Draft saved on this device {formatInstant(drafts.storedAt, localZone())}; not applied yet
                </span>
              )
            }
            buttons={
              <>
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
                  <Button variant="default" loading={isSaving} onClick={() => saveAll(false)}>
                    {isDraft ? 'Save draft' : 'Save changes'}
                  </Button>
                )}
                {step === 'review' && isDraft && (
                  <Button variant="default" loading={isSaving} disabled={!isDirty} onClick={() => saveAll(false)}>
                    Save draft
                  </Button>
                )}
                {step === 'review' ? (
                  <Button type="submit" loading={isSaving} disabled={isNew || (!isDraft && !isDirty)}>
                    {isDraft ? 'Save and activate' : 'Save changes'}
                  </Button>
                ) : (
                  <Button
                    type="submit"
                    loading={isNew && isSaving}
                    rightSection={<IconArrowRight size={16} aria-hidden="true" />}
                  >
                    {primary}
                  </Button>
                )}
              </>
            }
          >
            <div ref={body} tabIndex={-1} className={classes.body}>
              <EditorStep
                step={step}
                form={form}
                ownerKey={ownerKey}
                parts={parts}
                choices={choices}
                codeCheck={codeCheck}
                isDraft={isDraft}
                needs={needs}
                onOpen={open}
                onSave={() => saveAll(false)}
              />
            </div>
          </RecordForm>
        </div>
      </WithHistory>
    </>
  );
};
