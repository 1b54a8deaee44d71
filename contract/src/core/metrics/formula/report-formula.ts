import { z } from 'zod';

/** Number formats of a custom measure. */
export const FORMULA_KINDS = ['dollar', 'count', 'percent', 'number'] as const;

/** A custom measure, calculated from measures by name: `spend / enrollments`. */
const reportFormulaSchema = z.strictObject({
  key: z.string().regex(/^own\d{1,2}$/, 'must be own1 to own99'),
  label: z.string().trim().min(1).max(60),
  expression: z.string().trim().min(1).max(300),
  kind: z.enum(FORMULA_KINDS),
});
export type ReportFormula = z.infer<typeof reportFormulaSchema>;

/** Maximum custom measures in a report. */
const MAX_FORMULAS = 10;
export const reportFormulasSchema = z.array(reportFormulaSchema).max(MAX_FORMULAS);

export type FormulaTree =
  | { op: 'number'; value: number }
  | { op: 'name'; name: string }
  | { op: 'negative'; of: FormulaTree }
  | { op: '+' | '-' | '*' | '/'; left: FormulaTree; right: FormulaTree }
  | { op: 'call'; name: FormulaFunction; of: FormulaTree[] };

/** The functions of a formula with their number of arguments. */
const FORMULA_FUNCTIONS = { abs: 1, min: 2, max: 2 } as const;
export type FormulaFunction = keyof typeof FORMULA_FUNCTIONS;
const isFunction = (name: string): name is FormulaFunction => Object.hasOwn(FORMULA_FUNCTIONS, name);

/** A formula error and its position in characters. */
interface FormulaError {
  message: string;
  at: number;
}
type ParsedFormula = { tree: FormulaTree; uses: string[]; error?: undefined } | { error: FormulaError };

interface Token {
  text: string;
  at: number;
  kind: 'number' | 'name' | 'sign' | 'end';
}

class FormulaRefusal extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const MAX_DEPTH = 60;
const TOKEN = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|([A-Za-z]\w*)|([-+*/(),]))/y;

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  while (text.slice(at).trim() !== '') {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    const begins = at + (text.slice(at).length - text.slice(at).trimStart().length);
    if (match === null) throw new FormulaRefusal(`“${text[begins]}” cannot stand in a formula.`, begins);
    const [whole, number, name, sign] = match;
    tokens.push({
      text: number ?? name ?? sign ?? '',
      at: begins,
      kind: number === undefined ? (name === undefined ? 'sign' : 'name') : 'number',
    });
    at += whole.length;
  }
  return [...tokens, { text: '', at: text.length, kind: 'end' }];
};

/** Precedence of the operators. */
const POWERS: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2 };
const NEGATIVE_POWER = 3;

/** Precedence climbing: a value, then every operator that binds more strongly than the pending one. */
const parser = (text: string, names: ReadonlySet<string>) => {
  const tokens = tokensOf(text);
  const uses = new Set<string>();
  let place = 0;
  const peek = (): Token => tokens[place] ?? { text: '', at: text.length, kind: 'end' };
  const next = (): Token => {
    const token = peek();
    place += 1;
    return token;
  };
  const expect = (sign: string): void => {
    const token = next();
    if (token.kind === 'sign' && token.text === sign) return;
    throw new FormulaRefusal(`“${sign}” is missing here.`, token.at);
  };

  const call = (name: FormulaFunction, at: number, depth: number): FormulaTree => {
    expect('(');
    const of = [climb(0, depth + 1)];
    while (peek().text === ',') {
      next();
      of.push(climb(0, depth + 1));
    }
    expect(')');
    const wanted = FORMULA_FUNCTIONS[name];
    if (of.length !== wanted)
      throw new FormulaRefusal(`${name} takes ${wanted === 1 ? 'one value' : `${wanted} values`}.`, at);
    return { op: 'call', name, of };
  };
  const prefix = (depth: number): FormulaTree => {
    const { kind, text: word, at } = next();
    if (depth > MAX_DEPTH) throw new FormulaRefusal('This formula is nested too deeply.', at);
    if (kind === 'number') return { op: 'number', value: Number(word) };
    if (kind === 'name') {
      if (isFunction(word)) return call(word, at, depth);
      if (!names.has(word)) throw new FormulaRefusal(`There is no measure ${word}.`, at);
      uses.add(word);
      return { op: 'name', name: word };
    }
    if (word === '-') return { op: 'negative', of: climb(NEGATIVE_POWER, depth + 1) };
    if (word === '(') {
      const inside = climb(0, depth + 1);
      expect(')');
      return inside;
    }
    throw new FormulaRefusal('A measure or a number is missing here.', at);
  };
  const climb = (least: number, depth: number): FormulaTree => {
    let left = prefix(depth);
    for (;;) {
      const { kind, text: sign } = peek();
      const power = kind === 'sign' ? POWERS[sign] : undefined;
      if (power === undefined || power <= least) return left;
      next();
      left = { op: sign as '+' | '-' | '*' | '/', left, right: climb(power, depth + 1) };
    }
  };

  const tree = climb(0, 0);
  const rest = peek();
  if (rest.kind !== 'end') throw new FormulaRefusal('A sign is missing here: + − * /', rest.at);
  if (uses.size === 0) throw new FormulaRefusal('A formula needs at least one measure.', 0);
  return { tree, uses: [...uses] };
};

/** Parses a formula into a tree with the measures it uses, or an error. `names` are the measures its reader may see. */
export const parseFormula = (text: string, names: ReadonlySet<string>): ParsedFormula => {
  try {
    return parser(text, names);
  } catch (error) {
    if (error instanceof FormulaRefusal) return { error: { message: error.message, at: error.at } };
    throw error;
  }
};
