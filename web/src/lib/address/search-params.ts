type Search = Record<string, unknown>;

/** Plain `?q=text&owner=3`. The router's default serialiser quotes strings that look like numbers, which nobody can type. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export const stringifySearch = (search: Search): string => {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const isPlain = typeof value === 'number' || (typeof value === 'string' && value !== '');
    if (isPlain) fields.set(name, String(value));
    else if (Array.isArray(value) && value.length > 0) fields.set(name, value.join(','));
  }
  // Commas stay unescaped (`client=3,7`): they need no escape there, and stay readable.
  const text = fields.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
};

export const textParam = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? value : undefined;

/** All search parameters as text. */
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

/** One of the given choices, otherwise undefined. */
export const choiceParam = <Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined =>
  choices.find((choice) => choice === value);

/** A list such as `3,7`. Addresses are typed and mailed around, so unreadable items are dropped. */
const listParam = <Item>(value: unknown, read: (item: unknown) => Item | undefined): Item[] | undefined => {
  const items: unknown[] = Array.isArray(value) ? value : (textParam(value)?.split(',') ?? []);
  const values = [...new Set(items.map(read))].filter((item) => item !== undefined);
  return values.length > 0 ? values : undefined;
};
export const keysParam = (value: unknown): number[] | undefined =>
  listParam(typeof value === 'number' ? String(value) : value, keyParam);
/** A list of server codes: letters and digits. */
export const wordsParam = (value: unknown): string[] | undefined =>
  listParam(value, (item) => (/^\w{1,40}$/.test(String(item)) ? String(item) : undefined));
