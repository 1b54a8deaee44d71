import { CAMPAIGN_VERSIONS } from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { optionFinder } from '../../../lib/text/name-finder.ts';
import { filterOptionsQuery } from '../../../shared/filter-bar/use-filters.ts';
import { type RecordForm, useRecordForm } from '../../../shared/form/use-record-form.ts';
import { forgetCampaigns } from '../api.ts';
import { partsQuery, readParts, saveParts } from './api.ts';
import { campaignRule, savedBy } from './prepare/prepare-campaign-rule.ts';
import { formProblems, pathOfServerField, type Problem, type Step, stepOf, STEPS } from './prepare/prepare-problems.ts';
import { stepsOfParts } from './steps/prepare-steps.ts';
import { type CampaignParts, type CampaignValues, newValues, valuesOf } from './prepare/prepare-values.ts';
import { changedParts, type Part, toSaveBody } from './prepare/prepare-wire.ts';
import { type ServerDrafts, useServerDrafts } from './use-server-drafts.ts';

type Intent = 'activate';

/** State and actions shared by the steps. */
export interface CampaignFormApi {
  values: CampaignValues;
  /** The values the form was filled from; the defaults for a new campaign. */
  before: CampaignValues;
  changed: readonly Part[];
  problems: readonly Problem[];
  /** The visible problems: of touched fields, of steps the user tried to leave, and the server's. */
  shown: readonly Problem[];
  errorOf: (path: string) => string | undefined;
  change: (patch: Partial<CampaignValues>) => void;
  touch: (path: string) => void;
  /** Shows the problems of these steps from now on. */
  expose: (steps: readonly Step[]) => void;
}

interface CampaignFormInput {
  ownerKey: number;
  parts: CampaignParts | null;
  step: Step;
  onOpen: (step: Step) => void;
  onSaved: (saved: CampaignParts, isNew: boolean) => unknown;
}

const NONE: ReadonlySet<never> = new Set<never>();
const versionOf = ({ versions }: CampaignParts): number[] => CAMPAIGN_VERSIONS.map((part) => versions[part] ?? 0);

/**
 * One form for all steps, of which one is visible. Hidden steps keep their values and are validated too, by the server's rules as far as
 * they need no database.
 */
export const useCampaignForm = ({
  ownerKey,
  parts,
  step,
  onOpen,
  onSaved,
}: CampaignFormInput): { form: CampaignFormApi; state: RecordForm<CampaignValues, Intent>; drafts: ServerDrafts } => {
  const queries = useQueryClient();
  const drafts = useServerDrafts(ownerKey, parts?.campaign.campaignKey ?? null);
  const [touched, setTouched] = useState<ReadonlySet<string>>(NONE);
  const [tried, setTried] = useState<ReadonlySet<Step>>(NONE);
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  const touch = useCallback((path: string) => setTouched((now) => (now.has(path) ? now : new Set([...now, path]))), []);
  const expose = useCallback((steps: readonly Step[]) => setTried((now) => new Set([...now, ...steps])), []);

  const state = useRecordForm<CampaignValues, CampaignParts, Intent>({
    stored: parts,
    newValues,
    valuesOf,
    versionOf,
    // Unsent parts need not be valid: an allocation can be saved while a client code is missing.
    problems: (values, stored) => {
      if (stored === null) return formProblems(values, null);
      const before = valuesOf(stored);
      const sent = stepsOfParts(changedParts(values, before));
      return formProblems(values, before).filter((problem) => sent.includes(problem.step));
    },
    rule: (fresh) => {
      const options = queries.getQueryData(filterOptionsQuery(ownerKey).queryKey);
      const names = { lineItem: optionFinder(options?.lineItems), channel: optionFinder(options?.customChannels) };
      return campaignRule(fresh, names);
    },
    savedBy,
    pathOf: pathOfServerField,
    drafts,
    load: ({ campaign }) => readParts(campaign.campaignKey),
    save: async (fields, stored, intent) => {
      setRefused([]);
      const changed = changedParts(fields, stored === null ? newValues() : valuesOf(stored));
      const activate = intent === 'activate';
      const { campaignKey } = await saveParts(ownerKey, toSaveBody(fields, stored, changed, activate));
      drafts.markRemoved();
      await forgetCampaigns(queries);
      const fresh = await readParts(campaignKey);
      queries.setQueryData(partsQuery(campaignKey).queryKey, fresh);
      return fresh;
    },
    onSaved: (saved, isNew) => {
      setTouched(NONE);
      setTried(NONE);
      return onSaved(saved, isNew);
    },
    parts: { current: step, of: stepOf, open: (part) => onOpen(STEPS.find((one) => one === part) ?? 'basics') },
    onProblems: (problems, by) => {
      const placed = problems.map((problem) => ({ ...problem, step: stepOf(problem.path) }));
      if (by === 'server') setRefused(placed);
      else expose(placed.map((problem) => problem.step));
    },
  });
  const { control, setValue, formState } = state.form;
  const values = useWatch({ control }) as CampaignValues;
  const before = formState.defaultValues as CampaignValues;

  const problems = useMemo(() => formProblems(values, parts && before), [values, parts, before]);
  const changed = useMemo(() => changedParts(values, before), [values, before]);
  const shown = useMemo(
    () => [...refused, ...problems.filter((problem) => tried.has(problem.step) || touched.has(problem.path))],
    [refused, problems, tried, touched],
  );

  const change = useCallback(
    (patch: Partial<CampaignValues>) => {
      const names = Object.keys(patch) as (keyof CampaignValues)[];
      for (const name of names) setValue(name, patch[name] as never, { shouldDirty: true });
      // A server error is about the field's former value.
      setRefused((now) => {
        const left = now.filter(({ path }) => !names.some((name) => path.split('.')[0] === name));
        return left.length === now.length ? now : left;
      });
    },
    [setValue],
  );

  const errorOf = (path: string): string | undefined => shown.find((problem) => problem.path === path)?.message;
  return { form: { values, before, changed, problems, shown, errorOf, change, touch, expose }, state, drafts };
};
