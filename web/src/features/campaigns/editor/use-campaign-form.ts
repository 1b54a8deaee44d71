import { useCallback, useMemo, useState } from 'react';
import { formProblems, type Problem, type Step } from './prepare-problems.ts';
import { type CampaignFields, type CampaignValues, newValues } from './prepare-values.ts';
import { changedParts, type Part } from './prepare-wire.ts';

type Patch = Partial<CampaignFields & { vendorName: string }>;

export interface CampaignFormApi {
  values: CampaignValues;
  /** What the form was filled from; what a new campaign starts as. */
  before: CampaignFields;
  changed: readonly Part[];
  isDirty: boolean;
  problems: readonly Problem[];
  /** Of the problems those that are told: of what was touched, of steps that were tried to leave, and the server’s. */
  shown: readonly Problem[];
  errorOf: (path: string) => string | undefined;
  change: (patch: Patch) => void;
  touch: (path: string) => void;
  /** Tells what is wrong in steps from now on. */
  expose: (steps: readonly Step[]) => void;
  refuse: (problems: readonly Problem[]) => void;
  fill: (values: CampaignValues) => void;
}

const NONE: ReadonlySet<never> = new Set<never>();

/**
 * One store for all steps, of which only one is on the screen: what the others hold stays, and is judged with it by the
 * rules of the server as far as they need no database.
 */
export const useCampaignForm = (start: CampaignValues): CampaignFormApi => {
  const [values, setValues] = useState(start);
  const [touched, setTouched] = useState<ReadonlySet<string>>(NONE);
  const [tried, setTried] = useState<ReadonlySet<Step>>(NONE);
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  const before = useMemo(() => values.basedOn ?? newValues(), [values.basedOn]);

  const problems = useMemo(() => formProblems(values, values.basedOn), [values]);
  const changed = useMemo(() => changedParts(values, before), [values, before]);
  const shown = useMemo(
    () => [...refused, ...problems.filter(({ step, path }) => tried.has(step) || touched.has(path))],
    [refused, problems, tried, touched],
  );

  const change = useCallback((patch: Patch) => {
    setValues((now) => ({ ...now, ...patch }));
    // What the server said about a field is about what stood there then.
    const names = Object.keys(patch);
    setRefused((now) => {
      const left = now.filter(({ path }) => !names.includes(path.split('.')[0]!));
      return left.length === now.length ? now : left;
    });
  }, []);
  const touch = useCallback((path: string) => setTouched((now) => (now.has(path) ? now : new Set([...now, path]))), []);
  const expose = useCallback((steps: readonly Step[]) => setTried((now) => new Set([...now, ...steps])), []);
  const fill = useCallback((next: CampaignValues) => {
    setValues(next);
    setRefused([]);
    setTouched(NONE);
    setTried(NONE);
  }, []);

  return {
    values,
    before,
    changed,
    isDirty: changed.length > 0,
    problems,
    shown,
    errorOf: (path) => shown.find((problem) => problem.path === path)?.message,
    change,
    touch,
    expose,
    refuse: setRefused,
    fill,
  };
};
