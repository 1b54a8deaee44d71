import { Button } from '@mantine/core';
import type { LeadNeed } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../../lib/session/permissions.ts';
import { SectionCard } from '../../../../ui/pieces/section-card.tsx';
import type { CodeCheck } from '../../status/use-code-check.ts';
import { campusesQuery } from '../api.ts';
import classes from '../editor.module.css';
import type { Step } from '../prepare/prepare-problems.ts';
import { prepareReview } from '../prepare/prepare-review.ts';
import { STEP_TITLES } from './prepare-steps.ts';
import type { CampaignParts } from '../prepare/prepare-values.ts';
import { StepAllocation } from './step-allocation.tsx';
import { StepAudience } from './step-audience.tsx';
import { StepBasics } from './step-basics.tsx';
import { StepGeo } from '../geo/step-geo.tsx';
import { StepHours } from './step-hours.tsx';
import { StepPrices } from './step-prices.tsx';
import { StepPrograms } from './step-programs.tsx';
import { StepReview } from './step-review.tsx';
import { StepSources } from './step-sources.tsx';
import { StepTracking } from './step-tracking.tsx';
import type { CampaignFormApi } from '../use-campaign-form.ts';
import type { Choices } from '../use-names.ts';

interface EditorStepProps {
  step: Step;
  form: CampaignFormApi;
  ownerKey: number;
  parts: CampaignParts | null;
  choices: Choices;
  codeCheck: CodeCheck;
  isDraft: boolean;
  /** What its leads lack outside of the campaign; undefined until it is read. */
  needs: readonly LeadNeed[] | undefined;
  onOpen: (step: Step) => void;
  onSave: () => void;
}

/** Programs depend on the line item and sources on the partner: they are known once that is saved. */
const SaveFirst = ({ title, what, onSave }: { title: string; what: string; onSave: () => void }) => (
  <SectionCard title={title}>
    <p className={classes.hint}>You changed the {what}. Save to see its options here.</p>
    <Button mt={12} size="xs" onClick={onSave}>
      Save now
    </Button>
  </SectionCard>
);

const Review = ({ form, parts, choices, isDraft, needs, onOpen }: Omit<EditorStepProps, 'step'>) => {
  const { radius } = form.values.geo;
  const showsMargin = useMay('reports:Margin');
  const { data: campuses } = useQuery({
    ...campusesQuery(choices.clientKey ?? 0),
    enabled: choices.clientKey !== null && radius !== null,
  });
  const review = prepareReview({
    fields: form.values,
    names: choices.names,
    programs: parts?.programs ?? [],
    sources: parts?.sources ?? [],
    defaultTimeZone: parts?.defaultTimeZone ?? '',
    allocation: parts?.allocation ?? null,
    campusName: campuses?.find(({ campusKey }) => campusKey === radius?.campusKey)?.campusName,
    viewer: 'ag',
    showsMargin,
  });
  return (
    <StepReview
      form={form}
      parts={review}
      clientKey={choices.clientKey}
      isDraft={isDraft}
      needs={needs}
      onOpen={onOpen}
    />
  );
};

export const EditorStep = (props: EditorStepProps) => {
  const { step, form, ownerKey, parts, choices, codeCheck, isDraft, onSave } = props;
  const mayPrice = useMay('campaigns:Price');
  const showsMargin = useMay('reports:Margin');
  const { vendorKey, clientGoalKey } = form.values;
  const isOtherGoal = parts !== null && parts.campaign.clientGoalKey !== clientGoalKey;
  const isOtherVendor = parts !== null && parts.campaign.vendorKey !== vendorKey;
  switch (step) {
    case 'basics':
      return (
        <StepBasics
          form={form}
          ownerKey={ownerKey}
          choices={choices}
          codeCheck={codeCheck}
          vendorLock={isDraft ? null : 'Cannot be changed after the campaign was activated'}
        />
      );
    case 'prices':
      return (
        <StepPrices
          form={form}
          showsMargin={showsMargin}
          lock={mayPrice ? null : 'You can view prices but not change them.'}
        />
      );
    case 'allocation':
      if (isOtherGoal) return <SaveFirst title={STEP_TITLES.allocation} what="line item" onSave={onSave} />;
      return <StepAllocation form={form} allocation={parts?.allocation ?? null} />;
    case 'programs':
      if (isOtherGoal) return <SaveFirst title={STEP_TITLES.programs} what="line item" onSave={onSave} />;
      return <StepPrograms form={form} programs={parts?.programs ?? []} />;
    case 'audience':
      return <StepAudience form={form} inherited={isOtherGoal ? [] : (parts?.inherited ?? [])} />;
    case 'geo':
      return <StepGeo form={form} clientKey={choices.clientKey} />;
    case 'hours':
      return <StepHours form={form} defaultTimeZone={parts?.defaultTimeZone ?? ''} />;
    case 'sources':
      if (isOtherVendor) return <SaveFirst title={STEP_TITLES.sources} what="media partner" onSave={onSave} />;
      return <StepSources form={form} sources={parts?.sources ?? []} />;
    case 'tracking':
      return <StepTracking form={form} clickLink={parts?.clickLink ?? null} />;
    case 'review':
      return <Review {...props} />;
  }
};
