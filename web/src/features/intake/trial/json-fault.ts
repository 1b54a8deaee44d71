const TOKEN = /\s*(?:([{}[\],:])|"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

interface Token {
  text: string;
  /** Start position. */
  at: number;
}

/** The text's tokens up to the first invalid one. */
const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const token = match[0].trimStart();
    tokens.push({ text: token, at: TOKEN.lastIndex - token.length });
  }
  const end = tokens.at(-1);
  const rest = end === undefined ? 0 : end.at + end.text.length;
  tokens.push({ text: '', at: rest + /^\s*/.exec(text.slice(rest))![0].length });
  return tokens;
};

/**
 * Finds the first JSON error: the index of the first token that is not allowed there. Browsers report it in different words, or not at all.
 */
export const jsonFault = (text: string): number => {
  const tokens = tokensOf(text);
  let next = 0;
  const take = (fits: (token: string) => boolean): boolean => {
    if (!fits(tokens[next]?.text ?? '')) return false;
    next += 1;
    return true;
  };
  const is = (wanted: string) => take((token) => token === wanted);
  const list = (end: string, item: () => boolean): boolean => {
    if (is(end)) return true;
    do if (!item()) return false;
    while (is(','));
    return is(end);
  };
  const value = (): boolean => {
    if (is('{')) return list('}', () => take((token) => token.startsWith('"')) && is(':') && value());
    if (is('[')) return list(']', value);
    return take((token) => token !== '' && !'}],:'.includes(token));
  };
  value();
  return tokens[Math.min(next, tokens.length - 1)]?.at ?? 0;
};
