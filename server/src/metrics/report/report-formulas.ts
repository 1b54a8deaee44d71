import {
  measuresFor,
  type MetricKey,
  type MetricViewer,
  parseFormula,
  type ReportChannel,
  type ReportQuery,
  type ReportVertical,
} from '@paceline/contract';
import { AppError } from '../../lib/app-error.ts';
import { compileFormula, type FormulaValue } from '../formula.rules.ts';

/** A custom measure, parsed and compiled. */
export interface CheckedFormula {
  key: string;
  uses: readonly MetricKey[];
  value: FormulaValue;
}

interface FormulaViewer extends MetricViewer {
  channel: ReportChannel;
  vertical: ReportVertical;
}

const refuse = (field: string, message: string): AppError =>
  new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field, code: 'unknown', message }] });

/** Formulas over measures the viewer may see: other names are answered like unknown ones, with their position. */
export const checkFormulas = (query: ReportQuery, viewer: FormulaViewer): CheckedFormula[] => {
  const { formulas = [] } = query;
  const names: ReadonlySet<string> = new Set(measuresFor(viewer, viewer.channel, viewer.vertical));
  return formulas.map(({ key, expression }, index) => {
    const first = formulas.findIndex((other) => other.key === key);
    if (first !== index) throw refuse(`formulas.${index}.key`, `${key} is the key of another formula.`);
    const parsed = parseFormula(expression, names);
    if (parsed.error)
      throw refuse(`formulas.${index}.expression`, `${parsed.error.message} (at character ${parsed.error.at + 1})`);
    return { key, uses: parsed.uses as MetricKey[], value: compileFormula(parsed.tree) };
  });
};
