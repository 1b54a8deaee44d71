import {
  CRITERION_OPERATORS,
  criterionOf,
  type Goal,
  KPIS,
  PACING_CURVES,
  TARGET_FIELDS,
  TARGET_LABELS,
} from '@paceline/contract';
import type { Conflict } from '../../ui/conflict-dialog.tsx';
import { NO_TEXTS, parseAmount, type TargetTexts } from './prepare-amounts.ts';
import type { GoalFields } from './prepare-goal-form.ts';
import { monthName } from './prepare-months.ts';

export interface Merge {
  /** Their changes and mine; where both changed the same, mine. */
  values: GoalFields;
  conflicts: Conflict[];
}

const LABELS: Readonly<Record<Exclude<keyof GoalFields, 'months' | 'clientKey'>, string>> = {
  clientModelKey: 'Model',
  goalName: 'Name',
  channel: 'Channel',
  startMonth: 'Start month',
  endMonth: 'End month',
  kpi: 'KPI',
  cpeGoal: 'CPE goal',
  hardCap: 'Stop at the spend goal',
  pacingCurve: 'Pacing',
  active: 'In use',
  criteria: 'Criteria',
  campusKeys: 'Campuses',
  programKeys: 'Programs',
};
type Field = keyof typeof LABELS;
const FIELDS = Object.keys(LABELS) as Field[];

const NOTHING = '–';
const yesNo = (on: boolean): string => (on ? 'Yes' : 'No');
const criteriaText = (criteria: GoalFields['criteria']): string =>
  criteria
    .map(
      ({ criterionKey, operator }) =>
        `${criterionOf(criterionKey)?.label ?? criterionKey} ${CRITERION_OPERATORS[operator]}`,
    )
    .join('; ');

/** The fields of a form as a person reads them. */
const wordsOf = (values: GoalFields): Record<Field, string> => ({
  clientModelKey: values.clientModelKey === null ? 'All models' : 'One model',
  goalName: values.goalName,
  channel: values.channel || 'All channels',
  startMonth: monthName(values.startMonth),
  endMonth: values.endMonth === '' ? 'No end' : monthName(values.endMonth),
  kpi: KPIS[values.kpi],
  cpeGoal: values.cpeGoal || NOTHING,
  hardCap: yesNo(values.hardCap),
  pacingCurve: PACING_CURVES[values.pacingCurve],
  active: yesNo(values.active),
  criteria: criteriaText(values.criteria) || NOTHING,
  campusKeys: values.campusKeys.length === 0 ? 'All campuses' : `${values.campusKeys.length} chosen`,
  programKeys: values.programKeys.length === 0 ? 'All programs' : `${values.programKeys.length} chosen`,
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
/** `5` and `5.00` are one amount; what is no number is only itself. */
const isSameAmount = (a: string, b: string): boolean => a === b || (parseAmount(a) ?? a) === (parseAmount(b) ?? b);

const pick = (values: GoalFields, fields: readonly Field[]): Partial<GoalFields> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

interface Sides {
  base: GoalFields;
  theirs: GoalFields;
  mine: GoalFields;
}

const mergeMonth = (month: string, sides: Sides, fresh: Goal): { texts: TargetTexts; conflicts: Conflict[] } => {
  const textsIn = (values: GoalFields): TargetTexts => ({ ...NO_TEXTS, ...values.months[month] });
  const [base, theirs, mine] = [textsIn(sides.base), textsIn(sides.theirs), textsIn(sides.mine)];
  const row = fresh.months.find((one) => one.month === month);
  const texts = { ...theirs };
  const conflicts: Conflict[] = [];
  for (const field of TARGET_FIELDS) {
    if (isSameAmount(mine[field], base[field])) continue;
    texts[field] = mine[field];
    if (isSameAmount(theirs[field], base[field]) || isSameAmount(theirs[field], mine[field])) continue;
    conflicts.push({
      path: `months.${month}.${field}`,
      label: `${monthName(month)}, ${TARGET_LABELS[field]}`,
      theirs: theirs[field] || NOTHING,
      mine: mine[field] || NOTHING,
      by: row?.updatedBy ?? 'Paceline',
      at: row?.updatedAt ?? null,
    });
  }
  return { texts, conflicts };
};

/**
 * What becomes of a form whose line item somebody else has saved meanwhile: what only they changed is taken, what only I
 * changed is kept, and what both changed is asked about.
 */
export const mergeValues = (sides: Sides, fresh: Goal): Merge => {
  const { base, theirs, mine } = sides;
  const changed = FIELDS.filter((field) => !isSame(mine[field], base[field]));
  const contested = changed.filter(
    (field) => !isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field]),
  );
  const [theirWords, myWords] = [wordsOf(theirs), wordsOf(mine)];
  const conflicts = contested.map((field) => ({
    path: field,
    label: LABELS[field],
    theirs: theirWords[field],
    mine: myWords[field],
    by: fresh.updatedBy ?? 'Paceline',
    at: fresh.updatedAt,
  }));
  const names = [...new Set([...Object.keys(theirs.months), ...Object.keys(mine.months)])].toSorted();
  const months = names.map((month) => ({ month, ...mergeMonth(month, sides, fresh) }));
  return {
    values: {
      ...theirs,
      ...pick(mine, changed),
      months: Object.fromEntries(months.map(({ month, texts }) => [month, texts])),
    },
    conflicts: [...conflicts, ...months.flatMap((month) => month.conflicts)],
  };
};

/** The merged form with theirs instead of mine where that was chosen. */
export const takeTheirs = (values: GoalFields, theirs: GoalFields, paths: readonly string[]): GoalFields => {
  const whole = FIELDS.filter((field) => paths.includes(field));
  const taken = { ...values, ...pick(theirs, whole), months: { ...values.months } };
  for (const path of paths) {
    const [, month, target] = path.split('.');
    if (month === undefined || target === undefined) continue;
    const text = theirs.months[month]?.[target as keyof TargetTexts] ?? '';
    taken.months[month] = { ...NO_TEXTS, ...taken.months[month], [target]: text };
  }
  return taken;
};
