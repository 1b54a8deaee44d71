import { LEAD_NEEDS, type LeadNeed, type LeadNeedId, type RouteName } from '@paceline/contract';
import { hrefOf, pathTo } from '../../../../lib/address/paths.ts';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { CampaignSummary } from '../campaign-summary.tsx';
import classes from '../editor.module.css';
import { marginOf, PRICED_DEVICES } from '../prepare/prepare-prices.ts';
import { illegalArguments, missingInputs, type Problem, type Step } from '../prepare/prepare-problems.ts';
import type { ReviewPart } from '../prepare/prepare-review.ts';
import { missingParts, STEP_TITLES } from './prepare-steps.ts';
import type { CampaignFormApi } from '../use-campaign-form.ts';

interface StepReviewProps {
  form: CampaignFormApi;
  parts: readonly ReviewPart[];
  clientKey: number | null;
  isDraft: boolean;
  /** What its leads lack outside of the campaign; undefined until it is read. */
  needs: readonly LeadNeed[] | undefined;
  onOpen: (step: Step) => void;
}

interface Remark {
  step: Step;
  message: string;
}

const Remarks = ({
  tone,
  remarks,
  onOpen,
}: {
  tone: 'error' | 'warning';
  remarks: Remark[];
  onOpen: (step: Step) => void;
}) => (
  <ul className={classes.remarks} data-tone={tone}>
    {remarks.map(({ step, message }) => (
      <li key={`${step} ${message}`}>
        <IconAlertTriangle size={16} aria-hidden="true" />
        <span>{message}</span>
        <button type="button" className={classes.link} onClick={() => onOpen(step)}>
          {STEP_TITLES[step]}
        </button>
      </li>
    ))}
  </ul>
);

/** Where each of them is done, in the words of its page. */
const WAYS: Readonly<Record<LeadNeedId, { route: RouteName; label: string }>> = {
  postingKeys: { route: 'postingKeys', label: 'Posting keys' },
  criteria: { route: 'goingLive', label: 'Going Live' },
  endpoints: { route: 'clientDelivery', label: 'Lead delivery' },
};

/** What leads need besides the campaign. It can be activated without, so these are warnings. */
const LeadNeeds = ({ needs }: { needs: readonly LeadNeed[] }) => (
  <ul className={classes.remarks} data-tone="warning">
    {needs.map(({ id, name }) => (
      <li key={id}>
        <IconAlertTriangle size={16} aria-hidden="true" />
        <span>{LEAD_NEEDS[id](name)}</span>
        <a className={classes.link} href={hrefOf(pathTo(WAYS[id].route))}>
          {WAYS[id].label}
        </a>
      </li>
    ))}
  </ul>
);

/** Missing inputs are one line, as in the calls' errors; every other problem has its own. */
const errorsOf = (form: CampaignFormApi): Remark[] => {
  const missing = missingInputs(form.values);
  const others = form.problems.filter(({ step, path }: Problem) => step !== 'basics' || !isMissingPath(form, path));
  return [
    ...(missing.length > 0 ? [{ step: 'basics' as const, message: illegalArguments(missing) }] : []),
    ...others.map(({ step, message }) => ({ step, message })),
  ];
};
const isMissingPath = ({ values }: CampaignFormApi, path: string): boolean => {
  const value = values[path as keyof typeof values];
  return value === null || value === '';
};

const warningsOf = (form: CampaignFormApi, isDraft: boolean): Remark[] => [
  ...(isDraft
    ? missingParts(form.values).map((part) => ({
        step: part === 'price' ? ('prices' as const) : ('tracking' as const),
        message: `Missing before it can go live: ${part}.`,
      }))
    : []),
  ...PRICED_DEVICES.filter((device) => marginOf(form.values.prices, device).isLoss).map((device) => ({
    step: 'prices' as const,
    message: `Media price is above client price for ${device.toLowerCase()}.`,
  })),
];

/** Summary of the campaign with all that is missing or wrong, each with a link to its step. */
export const StepReview = ({ form, parts, clientKey, isDraft, needs, onOpen }: StepReviewProps) => {
  const errors = errorsOf(form);
  const warnings = warningsOf(form, isDraft);
  return (
    <>
      <section className={classes.verdict} aria-label="What is missing">
        {errors.length > 0 && <Remarks tone="error" remarks={errors} onOpen={onOpen} />}
        {warnings.length > 0 && <Remarks tone="warning" remarks={warnings} onOpen={onOpen} />}
        {needs !== undefined && needs.length > 0 && <LeadNeeds needs={needs} />}
        {errors.length + warnings.length === 0 && needs?.length === 0 && (
          <p className={classes.fine}>
            <IconCircleCheck size={18} aria-hidden="true" />
            {isDraft ? 'Nothing is missing. The campaign can go live.' : 'Nothing is missing.'}
          </p>
        )}
      </section>
      <CampaignSummary parts={parts} fields={form.values} clientKey={clientKey} onOpen={onOpen} />
    </>
  );
};
