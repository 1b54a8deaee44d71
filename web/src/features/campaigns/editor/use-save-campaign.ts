import { ERRORS } from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import type { Conflict } from '../../../ui/conflict-dialog.tsx';
import type { Failure } from '../../../ui/form-failure.tsx';
import { forgetCampaigns } from '../api.ts';
import { partsQuery, readParts, type Saved, saveParts } from './api.ts';
import { mergeFields, type Merge, type Names, takeTheirs } from './prepare-merge.ts';
import { placeOfServerField, type Problem, type Step } from './prepare-problems.ts';
import { type CampaignFields, type CampaignParts, type CampaignValues, fieldsOf, valuesOf } from './prepare-values.ts';
import { changedParts } from './prepare-wire.ts';
import type { CampaignFormApi } from './use-campaign-form.ts';

interface SaveInput {
  ownerKey: number;
  parts: CampaignParts | null;
  form: CampaignFormApi;
  names: Names;
  /** Opens the step in which the server refused something. */
  onRefused: (step: Step) => void;
  onSaved: (saved: Saved, isNew: boolean) => Promise<void>;
}

/** What both changed, the campaign as they left it, and what the save was for. */
interface Asking extends Merge {
  fresh: CampaignParts;
  activate: boolean;
}

/** Somebody else may save again and again; at some point one is told instead. */
const MOST_TRIES = 3;
const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'STALE_ROW';

const versionOf = (parts: CampaignParts | null): string =>
  parts === null ? '' : `${parts.campaign.rowVersion} ${parts.targetingVersion}`;

export const useSaveCampaign = ({ ownerKey, parts, form, names, onRefused, onSaved }: SaveInput) => {
  const queries = useQueryClient();
  // What the form was filled from: its versions are what a save is judged by, whatever the page has loaded since.
  const base = useRef(parts);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);

  // A deed or a file may have brought a newer one. A form with changes of its own is not touched: saving it will merge.
  const { isDirty, fill } = form;
  const loaded = useRef(parts);
  useEffect(() => {
    if (parts === null || parts === loaded.current) return;
    loaded.current = parts;
    if (isDirty || versionOf(parts) === versionOf(base.current)) return;
    base.current = parts;
    fill(valuesOf(parts));
  }, [parts, isDirty, fill]);

  const withWords = (fields: CampaignFields, fresh: CampaignParts, vendorName: string): CampaignValues => ({
    ...fields,
    vendorName: fields.vendorKey === fresh.campaign.vendorKey ? fresh.campaign.vendor : vendorName,
    basedOn: fieldsOf(fresh),
  });

  /** Puts a form onto a newer campaign; null where it has to be asked what counts. */
  const mergeOnto = (mine: CampaignValues, before: CampaignFields, fresh: CampaignParts, activate: boolean) => {
    const merge = mergeFields({ base: before, theirs: fieldsOf(fresh), mine }, fresh, names);
    if (merge.conflicts.length > 0) {
      setAsking({ ...merge, fresh, activate });
      return null;
    }
    base.current = fresh;
    const values = withWords(merge.fields, fresh, mine.vendorName);
    fill(values);
    return values;
  };

  const showErrors = (error: unknown, fields: CampaignFields): Failure => {
    if (!(error instanceof ApiError)) return { message: ERRORS.INTERNAL.message, requestId: null };
    const rest: string[] = [];
    const problems: Problem[] = [];
    for (const { field, message } of error.errors) {
      const place = placeOfServerField(field, fields);
      if (place) problems.push({ ...place, message });
      else rest.push(message);
    }
    form.refuse(problems);
    if (problems[0]) onRefused(problems[0].step);
    const requestId = (error.status ?? 0) >= 500 ? error.requestId : null;
    return { message: [error.message, ...rest.filter((one) => !error.message.includes(one))].join(' '), requestId };
  };

  const send = async (values: CampaignValues, activate: boolean, tries: number): Promise<void> => {
    const before = base.current;
    const changed = changedParts(values, values.basedOn ?? form.before);
    try {
      const saved = await saveParts({ ownerKey, fields: values, parts: before, changed, activate });
      await forgetCampaigns(queries);
      if (before !== null) {
        const { campaignKey } = saved.campaign;
        const fresh = await readParts(campaignKey);
        base.current = fresh;
        fill(valuesOf(fresh));
        queries.setQueryData(partsQuery(campaignKey).queryKey, fresh);
      }
      await onSaved(saved, before === null);
    } catch (error) {
      if (before === null) return setFailure(showErrors(error, values));
      // Some of it may be saved, and somebody else may have saved something: both are in what is read now.
      const fresh = await readParts(before.campaign.campaignKey);
      const merged = mergeOnto(values, fieldsOf(before), fresh, activate);
      if (merged === null) return;
      if (isStale(error) && tries < MOST_TRIES) return send(merged, activate, tries + 1);
      setFailure(showErrors(error, values));
    }
  };

  const save = async (values: CampaignValues, activate: boolean): Promise<void> => {
    if (isSaving) return;
    setSaving(true);
    setFailure(null);
    try {
      await send(values, activate, 1);
    } catch (error) {
      setFailure(showErrors(error, values));
    } finally {
      setSaving(false);
    }
  };

  return {
    isSaving,
    failure,
    conflicts: (asking?.conflicts ?? null) as readonly Conflict[] | null,
    save: (activate: boolean) => save(form.values, activate),
    /** A draft that was filled from an older campaign, on top of this one. */
    restore: (values: CampaignValues) => {
      if (values.basedOn === null || base.current === null) return fill(values);
      mergeOnto(values, values.basedOn, base.current, false);
    },
    settle: (paths: readonly string[]) => {
      if (asking === null) return;
      const { fresh, fields, activate } = asking;
      const values = withWords(takeTheirs(fields, fieldsOf(fresh), paths), fresh, form.values.vendorName);
      base.current = fresh;
      fill(values);
      setAsking(null);
      void save(values, activate);
    },
    stopAsking: () => setAsking(null),
  };
};
