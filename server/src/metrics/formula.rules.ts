import { type FormulaFunction, type FormulaTree } from '@paceline/contract';

/** Value of a measure by name, for one row or a total. */
type MeasureOf = (name: string) => number | null;
export type FormulaValue = (of: MeasureOf) => number | null;

const FUNCTIONS: Readonly<Record<FormulaFunction, (...values: number[]) => number>> = {
  abs: Math.abs,
  min: Math.min,
  max: Math.max,
};

const SIGNS: Readonly<Record<'+' | '-' | '*' | '/', (left: number, right: number) => number | null>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0 ? null : left / right),
};

/** Null propagates through every operation. */
const compiled = (tree: FormulaTree): FormulaValue => {
  switch (tree.op) {
    case 'number':
      return () => tree.value;
    case 'name':
      return (of) => of(tree.name);
    case 'negative': {
      const inner = compiled(tree.of);
      return (of) => {
        const value = inner(of);
        return value === null ? null : -value;
      };
    }
    case 'call': {
      const inner = tree.of.map(compiled);
      return (of) => {
        const values = inner.map((value) => value(of));
        return values.includes(null) ? null : FUNCTIONS[tree.name](...(values as number[]));
      };
    }
    default: {
      const [left, right, sign] = [compiled(tree.left), compiled(tree.right), SIGNS[tree.op]];
      return (of) => {
        const [a, b] = [left(of), right(of)];
        return a === null || b === null ? null : sign(a, b);
      };
    }
  }
};

/** Compiles a formula for a row, a group or a total: always calculated from the summed measures, never from other rows' results. */
export const compileFormula = (tree: FormulaTree): FormulaValue => {
  const value = compiled(tree);
  return (of) => {
    const result = value(of);
    // Avoids −0 and values that are not finite.
    return result === null || !Number.isFinite(result) ? null : result + 0;
  };
};
