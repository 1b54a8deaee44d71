import { roundHalfUp } from './formats.ts';

/** Result of a calculation typed into a cell, with the working in words, or its error. */
type Calculated = { value: number; words: string } | { error: string };

const SIGNS: Readonly<Record<string, string>> = { '×': '*', '÷': '/', '−': '-', '–': '-' };
const TOKEN = /\s*(?:(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.?\d*|\.\d+)|([-+*/%()]))/y;

const tokensOf = (text: string): (number | string)[] | null => {
  const plain = text
    .replace(/[×÷−–]/g, (sign) => SIGNS[sign] ?? sign)
    .replaceAll('$', '')
    .trim();
  const tokens: (number | string)[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < plain.length) {
    const match = TOKEN.exec(plain);
    if (!match) return null;
    tokens.push(match[1] === undefined ? (match[2] ?? '') : Number(match[1].replaceAll(',', '')));
  }
  return tokens;
};

/** A number, and whether it is a percentage; its position determines the base. */
interface Part {
  value: number;
  isPercent: boolean;
}

/** Sums of products. `50+10%` is 55, as on a desk calculator: the percentage is of the value before it. */
const evaluate = (tokens: readonly (number | string)[]): number | null => {
  let at = 0;
  const fail = Number.NaN;
  const factor = (): Part => {
    const token = tokens[at];
    at += 1;
    if (token === '-' || token === '+') {
      const { value, isPercent } = factor();
      return { value: token === '-' ? -value : value, isPercent };
    }
    let value = fail;
    if (typeof token === 'number') value = token;
    else if (token === '(') {
      value = sum();
      if (tokens[at] !== ')') value = fail;
      at += 1;
    }
    if (tokens[at] !== '%') return { value, isPercent: false };
    at += 1;
    return { value, isPercent: true };
  };
  const product = (): Part => {
    let left = factor();
    while (tokens[at] === '*' || tokens[at] === '/') {
      const sign = tokens[at];
      at += 1;
      const [a, b] = [left, factor()].map(({ value, isPercent }) => (isPercent ? value / 100 : value)) as [
        number,
        number,
      ];
      left = { value: sign === '*' ? a * b : a / b, isPercent: false };
    }
    return left;
  };
  const sum = (): number => {
    const first = product();
    let left = first.isPercent ? first.value / 100 : first.value;
    while (tokens[at] === '+' || tokens[at] === '-') {
      const sign = tokens[at] === '+' ? 1 : -1;
      at += 1;
      const { value, isPercent } = product();
      left += sign * (isPercent ? (left * value) / 100 : value);
    }
    return left;
  };
  const result = sum();
  return at === tokens.length && Number.isFinite(result) ? result : null;
};

const HELP = 'Use numbers with + - * / % and brackets, such as =50+5 or +10%';
const DECIMAL_NOISE = 12;
const write = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 4 });

export interface CalculationOf {
  /** Current value of the cell, for input that begins with an operator; null if empty. */
  current: number | null;
  decimals: number;
  /** The cell accepts negative numbers: `-5` is then the number itself. */
  signed: boolean;
}

/**
 * Evaluates text as a calculation; null if it is none and should be read as a plain value. `=` starts one. A leading operator applies to
 * the cell's value: `+10%`, `-5`, `*1.1`, `/2`. Results are rounded to the cell's precision, and the words say so.
 */
export const calculate = (text: string, { current, decimals, signed }: CalculationOf): Calculated | null => {
  const typed = text.trim();
  const isWhole = typed.startsWith('=');
  const isChange = /^[-+*/×÷−–]/.test(typed);
  if (!isWhole && !isChange) return null;
  if (signed && isChange && /^[-+−–]\s*[\d.,]*$/.test(typed)) return null;
  if (isChange && current === null) return { error: `The cell is empty: there is nothing to change by “${typed}”` };
  const sum = isWhole ? typed.slice(1) : `${current} ${typed}`;
  const tokens = tokensOf(sum);
  const result = tokens && tokens.length > 0 ? evaluate(tokens) : null;
  if (result === null) return { error: `“${typed}” is not a calculation. ${HELP}` };
  const exact = Number(result.toPrecision(DECIMAL_NOISE));
  const value = roundHalfUp(exact, decimals);
  const shown = isWhole ? typed.slice(1).trim() : `${write(current ?? 0)} ${typed}`;
  return { value, words: `${shown} = ${write(value)}${value === exact ? '' : ` (rounded from ${write(exact)})`}` };
};
