import { type CampaignDraft } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { draftsQuery, keepDraft, removeDraft } from './api.ts';
import { type Step, STEPS } from './prepare-problems.ts';
import { type CampaignValues, newValues } from './prepare-values.ts';

const TYPING_MS = 600;
/** A draft of a form that has changed since then could not be filled in again. */
const FORM_VERSION = 1;

interface KeptDraftInput {
  ownerKey: number;
  campaignKey: number | null;
  values: CampaignValues;
  step: Step;
  isDirty: boolean;
  isOn: boolean;
}

export interface KeptDraft {
  /** When the draft that is offered was saved; null when none is. */
  offeredAt: number | null;
  /** When what is in the form was kept last. */
  keptAt: string | null;
  /** Nothing is kept after this until something changes: a draft must not come behind the save that removes it. */
  hold: () => Promise<unknown>;
  take: () => { values: CampaignValues; step: Step } | null;
  /** What is in the form is saved, or given up on purpose: nothing is left to offer. Saving a campaign removes its draft. */
  forget: (isRemoved?: boolean) => Promise<void>;
}

const readDraft = ({ body, step }: CampaignDraft): { values: CampaignValues; step: Step } | null => {
  if (body['version'] !== FORM_VERSION || typeof body['values'] !== 'object') return null;
  return {
    values: { ...newValues(), ...(body['values'] as CampaignValues) },
    step: STEPS.find((one) => one === step) ?? 'basics',
  };
};

/**
 * Keeps what is filled in on the server, at each step and while one types, and offers it back to the same user on any
 * machine.
 */
export const useKeptDraft = ({ ownerKey, campaignKey, values, step, isDirty, isOn }: KeptDraftInput): KeptDraft => {
  const { data: drafts } = useQuery({ ...draftsQuery(ownerKey), enabled: isOn });
  const [answered, setAnswered] = useState(false);
  const [kept, setKept] = useState<CampaignDraft | null>(null);
  const keeping = useRef<Promise<unknown>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasStep = useRef(step);

  const offered =
    drafts?.find((draft) => draft.channel === 'ppl' && draft.campaignKey === campaignKey && readDraft(draft)) ?? null;

  useEffect(() => {
    if (!isOn || !isDirty) return;
    const keep = () => {
      const form = JSON.stringify({ version: FORM_VERSION, values });
      // A draft that could not be kept is no failure of the form: the next try comes with the next key.
      keeping.current = keepDraft(ownerKey, campaignKey, step, form).then(
        (draft) => draft && setKept(draft),
        () => undefined,
      );
    };
    const isOtherStep = wasStep.current !== step;
    wasStep.current = step;
    timer.current = setTimeout(keep, isOtherStep ? 0 : TYPING_MS);
    return () => clearTimeout(timer.current);
  }, [isOn, isDirty, ownerKey, campaignKey, step, values]);

  const isOffered = offered !== null && !answered && kept === null;
  return {
    offeredAt: isOffered ? new Date(offered.updatedAt).getTime() : null,
    keptAt: isDirty ? (kept?.updatedAt ?? null) : null,
    hold: () => {
      clearTimeout(timer.current);
      return keeping.current;
    },
    take: () => {
      setAnswered(true);
      return offered === null ? null : readDraft(offered);
    },
    forget: async (isRemoved = false) => {
      clearTimeout(timer.current);
      setAnswered(true);
      await keeping.current;
      const draft = kept ?? offered;
      setKept(null);
      if (draft !== null && !isRemoved) await removeDraft(ownerKey, draft.draftKey).catch(() => undefined);
    },
  };
};
