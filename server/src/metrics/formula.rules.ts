import { type FormulaFunction, type FormulaTree } from '@paceline/contract';

/** The value of a measure by its name, of one row or of a total. */
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

/** What cannot be told stays so through everything that is made of it. */
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

/** What a formula does with the measures of a row, a group or a total: always from what those sum up to, never from other rows' results. */
export const compileFormula = (tree: FormulaTree): FormulaValue => {
  const value = compiled(tree);
  return (of) => {
    const result = value(of);
    // No −0 on a screen, and nothing that a number cannot hold.
    return result === null || !Number.isFinite(result) ? null : result + 0;
  };
};
