import { type Campaign, campaignGet, ERRORS, type PlatformChannel } from '@paceline/contract';
import { useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { ApiError } from '../../../lib/api-error.ts';
import { fetchApi } from '../../../lib/api.ts';
import type { Failure } from '../../../ui/form-failure.tsx';
import { toast } from '../../../ui/toast-store.ts';
import {
  formProblems,
  type Merge,
  mergeValues,
  newValues,
  PLATFORM_FIELDS,
  type PlatformValues,
  takeTheirs,
  toForm,
  valuesOf,
} from './prepare-platform-form.ts';
import { useSaveChannelCampaigns } from './use-save-links.ts';

/** Somebody else may save again and again; at some point one is told instead. */
const MOST_TRIES = 3;

const resolver: Resolver<PlatformValues> = (values) => {
  const problems = Object.entries(formProblems(values));
  if (problems.length === 0) return { values, errors: {} };
  return {
    values: {},
    errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'value', message }])),
  };
};

interface FormInput {
  ownerKey: number;
  channel: PlatformChannel;
  campaign: Campaign | null;
  names: Parameters<typeof mergeValues>[3];
  onSaved: (campaignKey: number) => void;
}

/** A campaign on a trading platform in a form: what is filled in, how it is saved, and what becomes of a conflict. */
export const usePlatformForm = ({ ownerKey, channel, campaign, names, onSaved }: FormInput) => {
  // What the form was filled from: its version is what a save is judged by, whatever the page has loaded since.
  const base = useRef(campaign);
  const [asking, setAsking] = useState<(Merge & { fresh: Campaign; activate: boolean }) | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<PlatformValues>({
    defaultValues: campaign === null ? newValues() : valuesOf(campaign),
    resolver,
    mode: 'onTouched',
  });
  const save = useSaveChannelCampaigns({ ownerKey, channel });

  const fillFrom = (fresh: Campaign, values = valuesOf(fresh)) => {
    base.current = fresh;
    form.reset(valuesOf(fresh));
    form.reset(values, { keepDefaultValues: true });
  };
  const read = (campaignKey: number): Promise<Campaign | undefined> =>
    fetchApi(campaignGet, { params: { key: campaignKey } });

  /** Puts what the server refused at its fields, and says what stands for the whole form. */
  const showErrors = (error: unknown): Failure => {
    if (!(error instanceof ApiError)) return { message: ERRORS.INTERNAL.message, requestId: null };
    const rest: string[] = [];
    for (const { field, message } of error.errors) {
      const name = PLATFORM_FIELDS.find((one) => field === `campaigns.0.${one}`);
      if (name) form.setError(name, { type: 'server', message }, { shouldFocus: true });
      else rest.push(message);
    }
    const requestId = (error.status ?? 0) >= 500 ? error.requestId : null;
    return { message: rest.length > 0 ? rest.join(' ') : error.message, requestId };
  };

  /** Brings in what somebody else saved; true where that needs no asking and the save can be tried again. */
  const mergeFresh = async (activate: boolean): Promise<boolean> => {
    const before = base.current;
    const fresh = before && (await read(before.campaignKey));
    if (!before || !fresh) return false;
    const merge = mergeValues(before, fresh, form.getValues(), names);
    if (merge.conflicts.length > 0) setAsking({ ...merge, fresh, activate });
    else fillFrom(fresh, merge.values);
    return merge.conflicts.length === 0;
  };

  const submit = async (values: PlatformValues, activate: boolean, tries = 1): Promise<void> => {
    setFailure(null);
    try {
      const saved = await save([toForm(values, base.current, activate)]);
      const one = saved?.campaigns[0];
      if (!one) return;
      const fresh = await read(one.campaignKey);
      if (fresh) fillFrom(fresh);
      toast.success(`${one.name} is saved.`);
      onSaved(one.campaignKey);
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'STALE_ROW' && tries < MOST_TRIES;
      if (!isStale) setFailure(showErrors(error));
      else if (await mergeFresh(activate)) await submit(form.getValues(), activate, tries + 1);
    }
  };
  const send = (activate: boolean) => void form.handleSubmit((values) => submit(values, activate))();

  const settle = (paths: readonly string[]) => {
    if (asking === null) return;
    fillFrom(asking.fresh, takeTheirs(asking.values, asking.fresh, paths));
    setAsking(null);
    send(asking.activate);
  };
  /** Something outside of the form was changed, such as a link: a form without changes of its own follows. */
  const follow = (fresh: Campaign) => {
    // What the page has loaded may be older than what the form has just saved.
    if (fresh.rowVersion <= (base.current?.rowVersion ?? 0) || form.formState.isDirty) return;
    fillFrom(fresh);
  };
  return { form, failure, send, follow, conflicts: asking?.conflicts ?? null, settle, ask: setAsking };
};
