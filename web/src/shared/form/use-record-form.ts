import { useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import type { Choices, Conflict } from '../../ui/dialogs/conflict-dialog.tsx';
import type { Failure } from '../../ui/forms/form-failure.tsx';
import { mergeForm, type Merged, type Place, type Rule, type Sides } from './prepare-merge.ts';
import { type FieldProblem, isStale, nestErrors, sortRefusal } from './prepare-refusal.ts';
import { type Draft, type DraftStorage, useDraft } from './use-draft.ts';
import { useFirstError } from './use-first-error.ts';

/** Somebody else may keep saving: after this many tries the user is told instead. */
const MAX_TRIES = 3;

interface RecordFormInput<Values extends FieldValues, Stored, Intent> {
  /** The edited record as loaded by the page; null for a new one. */
  stored: Stored | null;
  newValues: () => Values;
  valuesOf: (stored: Stored) => Values;
  /** Increases with every save; several values where parts are versioned separately. */
  versionOf: (stored: Stored) => number | readonly number[];
  /** Client-side checks, by the same rules as the server's. */
  problems: (values: Values, stored: Stored | null) => FieldProblem[];
  /** The merge rule of each field, given the record somebody else saved. */
  rule: (fresh: Stored) => Rule<Values>;
  savedBy: (fresh: Stored, path: string) => Pick<Conflict, 'by' | 'at'>;
  drafts: DraftStorage<Values>;
  /** Reads the record again without caches. */
  load: (stored: Stored) => Promise<Stored | undefined>;
  /** Sends the changes with their base version and returns the saved record. */
  save: (values: Values, stored: Stored | null, intent: Intent | undefined) => Promise<Stored | undefined>;
  onSaved: (saved: Stored, isNew: boolean) => unknown;
  /** The form path of a server field; null where the form has no such field. */
  pathOf?: (field: string, values: Values, stored: Stored | null) => string | null;
  /** For a form that shows one part at a time: the current part, and how to open the part with a given field. */
  parts?: { current: string; of: (path: string) => string; open: (part: string) => void };
  /** Shows errors where the form does not use its own error display. */
  onProblems?: (problems: readonly FieldProblem[], by: 'form' | 'server') => void;
}

export interface RecordForm<Values extends FieldValues, Intent = void> {
  form: UseFormReturn<Values>;
  /** Ref for the form element. */
  attach: (element: HTMLFormElement | null) => void;
  isDirty: boolean;
  isSaving: boolean;
  failure: Failure | null;
  conflicts: readonly Conflict[] | null;
  /** Whether the resolved form is saved; a restored draft is only merged. */
  isSavedWhenSettled: boolean;
  submit: (intent?: Intent) => void;
  settle: (choices: Choices) => void;
  stopAsking: () => void;
  draft: Draft<Values>;
  restore: () => void;
  focusError: (part?: string) => void;
}

interface Asking<Values, Stored, Intent> extends Merged<Values> {
  sides: Sides<Values>;
  fresh: Stored;
  /** How to continue: with a save, or null after restoring a draft. */
  next: { intent: Intent | undefined } | null;
}

const hasField = (field: string, values: FieldValues): boolean => Object.hasOwn(values, field.split('.')[0] ?? '');

type Version = ReturnType<RecordFormInput<FieldValues, unknown, unknown>['versionOf']>;
const isNewer = (version: Version, other: Version): boolean => {
  const others = [other].flat();
  return [version].flat().some((one, index) => one > (others[index] ?? 0));
};

/** Whether one path contains or equals the other. */
const isWithin = (path: string, name: string): boolean =>
  path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`);

/**
 * State of a record's form: filled from the loaded record, stored as a draft, saved with its base version, merged with others' changes, and
 * with the server's errors shown at its fields.
 */
export const useRecordForm = <Values extends FieldValues, Stored, Intent = void>(
  input: RecordFormInput<Values, Stored, Intent>,
): RecordForm<Values, Intent> => {
  const { stored, valuesOf, versionOf, problems, load, save } = input;
  // The base version the save is checked against, whatever the page has loaded since.
  const base = useRef(stored);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [asking, setAsking] = useState<Asking<Values, Stored, Intent> | null>(null);
  const resolver: Resolver<Values> = (values) => {
    const formProblems = problems(values, base.current);
    if (formProblems.length === 0) return { values, errors: {} };
    return { values: {}, errors: nestErrors(formProblems) as FieldErrors<Values> };
  };
  const form = useForm<Values>({
    defaultValues: (stored === null ? input.newValues() : valuesOf(stored)) as DefaultValues<Values>,
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { reset, getValues, subscribe, clearErrors } = form;
  const { isDirty, isSubmitting, errors: _drawnAgainByThem } = form.formState;
  const part = input.parts?.current;
  const draft = useDraft(input.drafts, form, () => ({ base: base.current && valuesOf(base.current), part }));
  const { attach, focusError } = useFirstError(part);

  // Server errors are about the submitted values: they are cleared when those fields change.
  const refused = useRef({ paths: new Set<string>(), isAll: false });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const { paths, isAll } = refused.current;
          // No name means that the whole form was reset.
          const changed = [...paths].filter((path) => name === undefined || isWithin(path, name));
          if (changed.length === 0) return;
          for (const path of changed) paths.delete(path);
          clearErrors(changed as Path<Values>[]);
          if (paths.size === 0 && isAll) setFailure(null);
        },
      }),
    [subscribe, clearErrors],
  );

  /** Fills the form from a record, optionally with the user's own changes on top. */
  const fill = (fresh: Stored, values?: Values) => {
    base.current = fresh;
    draft.quietly(() => {
      reset(valuesOf(fresh));
      if (values) reset(values, { keepDefaultValues: true });
    });
    if (values) draft.store();
  };

  // An import or action may have loaded a newer record. A form with unsaved changes is left alone; saving will merge.
  const loaded = useRef(stored);
  useEffect(() => {
    if (stored === null || stored === loaded.current) return;
    loaded.current = stored;
    // The loaded record may be older than what the form has just saved.
    if (isDirty || (base.current !== null && !isNewer(versionOf(stored), versionOf(base.current)))) return;
    fill(stored);
  });

  const shownPart = useRef(part);
  useEffect(() => {
    if (shownPart.current === part) return;
    shownPart.current = part;
    if (isDirty) draft.store();
  });

  const savedByIn =
    (fresh: Stored): Place['savedBy'] =>
    (path) =>
      input.savedBy(fresh, path);

  /** Merges the user's changes into a newer record; false when conflicts need an answer. */
  const mergeOnto = (fresh: Stored, mine: Values, before: Values, next: Asking<Values, Stored, Intent>['next']) => {
    const sides = { base: before, theirs: valuesOf(fresh), mine };
    const merged = mergeForm(input.rule(fresh), sides, savedByIn(fresh));
    if (merged.conflicts.length > 0) setAsking({ ...merged, sides, fresh, next });
    else fill(fresh, merged.value);
    return merged.conflicts.length === 0;
  };

  const showProblems = (fieldProblems: readonly FieldProblem[], by: 'form' | 'server') => {
    if (input.onProblems) input.onProblems(fieldProblems, by);
    // The form already shows the errors it found itself.
    else if (by === 'server')
      for (const { path, message } of fieldProblems) form.setError(path as Path<Values>, { type: 'server', message });
    const [first] = fieldProblems;
    if (first === undefined) return;
    const wrong = input.parts?.of(first.path);
    if (wrong !== undefined) input.parts?.open(wrong);
    focusError(wrong);
  };

  const showRefusal = (error: unknown, values: Values) => {
    const before = base.current;
    const pathOf = (field: string): string | null => {
      if (input.pathOf) return input.pathOf(field, values, before);
      return hasField(field, values) ? field : null;
    };
    const refusal = sortRefusal(error, pathOf);
    setFailure(refusal.failure);
    refused.current = { paths: new Set(refusal.problems.map(({ path }) => path)), isAll: refusal.isOfFields };
    showProblems(refusal.problems, 'server');
  };

  const send = async (values: Values, intent: Intent | undefined, tries = 1): Promise<void> => {
    const before = base.current;
    try {
      const saved = await save(values, before, intent);
      if (saved === undefined) return;
      await draft.forget();
      fill(saved);
      await input.onSaved(saved, before === null);
    } catch (error) {
      const isOvertaken = isStale(error);
      const fresh = before !== null && isOvertaken ? await load(before) : undefined;
      if (before !== null && fresh !== undefined) {
        if (!mergeOnto(fresh, values, valuesOf(before), { intent })) return;
        if (tries < MAX_TRIES) return send(getValues(), intent, tries + 1);
      }
      showRefusal(error, values);
    }
  };

  const submit = (intent?: Intent): void => {
    if (form.formState.isSubmitting) return;
    setFailure(null);
    const run = form.handleSubmit(
      async (values) => {
        await draft.hold();
        try {
          await send(values, intent);
        } catch (error) {
          showRefusal(error, values);
        }
      },
      () => showProblems(problems(getValues(), base.current), 'form'),
    );
    void run();
  };

  const settle = (choices: Choices): void => {
    if (asking === null) return;
    const { fresh, sides, next } = asking;
    fill(fresh, mergeForm(input.rule(fresh), sides, savedByIn(fresh), choices).value);
    setAsking(null);
    if (next === null) draft.take();
    else submit(next.intent);
  };

  const restore = (): void => {
    if (draft.offered === null) return;
    const { values, base: before, part: wasOpen } = draft.offered;
    // Fields added to the form since the draft start with their defaults.
    const mine = { ...input.newValues(), ...values };
    if (before === null || base.current === null) reset(mine, { keepDefaultValues: true });
    // With open conflicts the draft stays on offer until they are resolved.
    else if (!mergeOnto(base.current, mine, before, null)) return;
    draft.take();
    if (wasOpen !== undefined) input.parts?.open(wasOpen);
  };

  return {
    form,
    attach,
    isDirty,
    isSaving: isSubmitting,
    failure,
    conflicts: asking?.conflicts ?? null,
    isSavedWhenSettled: asking?.next !== null,
    submit,
    settle,
    stopAsking: () => setAsking(null),
    draft,
    restore,
    focusError,
  };
};
