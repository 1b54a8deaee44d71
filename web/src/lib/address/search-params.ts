type Search = Record<string, unknown>;

/** Plain `?q=text&owner=3`. The router's own way quotes strings that look like numbers, which no one can type. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export const stringifySearch = (search: Search): string => {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const isPlain = typeof value === 'number' || (typeof value === 'string' && value !== '');
    if (isPlain) fields.set(name, String(value));
    else if (Array.isArray(value) && value.length > 0) fields.set(name, value.join(','));
  }
  // A list reads `client=3,7`: a comma needs no escape there, and escaped it cannot be read.
  const text = fields.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
};

export const textParam = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? value : undefined;

/** All that an address asks, as text. */
export const textParams = (search: Search): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => {
      const text = Array.isArray(value) ? value.join(',') : value;
      return typeof text === 'string' || typeof text === 'number' ? [[name, String(text)]] : [];
    }),
  );

/** A record's key: digits only, as the server reads it. */
export const keyParam = (value: unknown): number | undefined =>
  /^[1-9]\d{0,9}$/.test(String(value)) ? Number(value) : undefined;

/** One of a few words; anything else is as good as none. */
export const choiceParam = <Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined =>
  choices.find((choice) => choice === value);

/** Several of something, `3,7`: an address is typed and mailed around, so what cannot be read in it is left out. */
const listParam = <Item>(value: unknown, read: (item: unknown) => Item | undefined): Item[] | undefined => {
  const items: unknown[] = Array.isArray(value) ? value : (textParam(value)?.split(',') ?? []);
  const values = [...new Set(items.map(read))].filter((item) => item !== undefined);
  return values.length > 0 ? values : undefined;
};
export const keysParam = (value: unknown): number[] | undefined =>
  listParam(typeof value === 'number' ? String(value) : value, keyParam);
/** Several words that the server has as codes: letters and digits. */
export const wordsParam = (value: unknown): string[] | undefined =>
  listParam(value, (item) => (/^\w{1,40}$/.test(String(item)) ? String(item) : undefined));
