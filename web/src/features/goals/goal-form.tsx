import { Button } from '@mantine/core';
import type { Goal } from '@paceline/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { pathTo } from '../../lib/paths.ts';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { useFormDraft } from '../../shared/use-form-draft.ts';
import { ConflictDialog } from '../../ui/conflict-dialog.tsx';
import { DraftOffer } from '../../ui/draft-offer.tsx';
import { FormBar } from '../../ui/form-bar.tsx';
import type { Failure } from '../../ui/form-failure.tsx';
import { toast } from '../../ui/toast-store.ts';
import { readGoal, useSaveGoal } from './api.ts';
import classes from './goal-form.module.css';
import { BasicsPart } from './part-basics.tsx';
import { CriteriaPart } from './part-criteria.tsx';
import { MonthsPart } from './part-months.tsx';
import { PlacesPart } from './part-places.tsx';
import { fieldsOf, type GoalFields, type GoalValues, newValues, toForm, valuesOf } from './prepare-goal-form.ts';
import { type Merge, mergeValues, takeTheirs } from './prepare-merge.ts';
import { isStale, useGoalForm } from './use-goal-form.ts';

interface GoalFormProps {
  ownerKey: number;
  currentMonth: string;
  goal: Goal | null;
  clientKey: number | null;
  /** Why nothing can be changed; null where it can. */
  lock: string | null;
}

/** What both changed, and the line item as they left it. */
interface Asking extends Merge {
  fresh: Goal;
}

/** Somebody else may save again and again; at some point one is told instead. */
const MOST_TRIES = 3;

const versionOf = (goal: Goal | null): string =>
  goal === null ? '' : [goal.rowVersion, ...goal.months.map(({ rowVersion }) => rowVersion)].join(' ');

export const GoalForm = ({ ownerKey, currentMonth, goal, clientKey, lock }: GoalFormProps) => {
  const navigate = useNavigate();
  // What the form was filled from: its versions are what a save is judged by, whatever the page has loaded since.
  const base = useRef(goal);
  const startValues = goal === null ? newValues(currentMonth, clientKey) : valuesOf(goal);
  const { form, showErrors } = useGoalForm(() => base.current, startValues);
  const draft = useFormDraft(`goal.${goal?.goalKey ?? `new.${ownerKey}`}`, form);
  const save = useSaveGoal(ownerKey);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const { isDirty, isSubmitting } = form.formState;

  const fillFrom = (fresh: Goal) => {
    base.current = fresh;
    form.reset(valuesOf(fresh));
  };

  // A file may have brought newer targets. A form with changes of its own is not touched: saving it will merge.
  const { getValues, reset } = form;
  const loaded = useRef(goal);
  useEffect(() => {
    if (goal === null || goal === loaded.current) return;
    loaded.current = goal;
    if (isDirty || versionOf(goal) === versionOf(base.current)) return;
    base.current = goal;
    reset(valuesOf(goal));
  }, [goal, isDirty, reset]);

  const finish = async (saved: Goal) => {
    draft.forget();
    toast.success(`${saved.goalName} is saved.`);
    fillFrom(saved);
    if (goal === null)
      await navigate({ to: pathTo('goalEditor', { goalKey: saved.goalKey }), replace: true, ignoreBlocker: true });
  };

  const show = (fields: GoalFields, fresh: Goal) => {
    fillFrom(fresh);
    reset({ ...fields, basedOn: fieldsOf(fresh) }, { keepDefaultValues: true });
  };

  /** Puts what is in the form onto a newer line item; false where it has to be asked what counts. */
  const mergeInto = (before: GoalFields, fresh: Goal): boolean => {
    const merge = mergeValues({ base: before, theirs: fieldsOf(fresh), mine: getValues() }, fresh);
    if (merge.conflicts.length > 0) setAsking({ ...merge, fresh });
    else show(merge.values, fresh);
    return merge.conflicts.length === 0;
  };

  const restore = () => {
    draft.restore();
    const { basedOn } = getValues();
    if (basedOn !== null && base.current !== null) mergeInto(basedOn, base.current);
  };

  /** Brings in what somebody else saved; true where that needs no asking and the save can be tried again. */
  const mergeFresh = async (): Promise<boolean> => {
    const before = base.current;
    const fresh = before && (await readGoal(before.goalKey));
    if (!before || !fresh) return false;
    return mergeInto(fieldsOf(before), fresh);
  };

  const submit = async (values: GoalValues, tries = 1): Promise<void> => {
    setFailure(null);
    const sent = toForm(values, base.current);
    try {
      const saved = await save(sent);
      if (saved) await finish(saved);
    } catch (error) {
      if (isStale(error) && tries < MOST_TRIES && (await mergeFresh())) return submit(getValues(), tries + 1);
      if (!isStale(error) || tries >= MOST_TRIES) setFailure(showErrors(error, sent));
    }
  };

  const settle = (paths: readonly string[]) => {
    if (asking === null) return;
    show(takeTheirs(asking.values, fieldsOf(asking.fresh), paths), asking.fresh);
    setAsking(null);
    void form.handleSubmit((values) => submit(values))();
  };

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => void form.handleSubmit((values) => submit(values))(event)}
    >
      {draft.offeredAt !== null && lock === null && (
        <DraftOffer savedAt={draft.offeredAt} onRestore={restore} onDiscard={draft.discard} />
      )}
      {lock !== null && <p className={classes.lock}>{lock}</p>}
      <fieldset className={classes.parts} disabled={isSubmitting || lock !== null}>
        <BasicsPart form={form} ownerKey={ownerKey} currentMonth={currentMonth} isNew={goal === null} />
        <PlacesPart form={form} isLocked={lock !== null} />
        <CriteriaPart form={form} isLocked={lock !== null} />
        <MonthsPart form={form} ownerKey={ownerKey} currentMonth={currentMonth} isLocked={lock !== null} />
      </fieldset>
      {lock === null && (
        <FormBar failure={failure}>
          <Button variant="default" onClick={() => void navigate({ to: pathTo('allocationsOverview') })}>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting}>
            {goal ? 'Save' : 'Create line item'}
          </Button>
        </FormBar>
      )}
      <ConflictDialog
        what="this line item"
        conflicts={asking?.conflicts ?? null}
        onSettle={settle}
        onClose={() => setAsking(null)}
      />
      <LeaveGuard isDirty={isDirty && lock === null} onLeave={draft.forget} />
    </form>
  );
};
