type Search = Record<string, unknown>;

/** Plain `?q=text&owner=3`. The router's own way quotes strings that look like numbers, which no one can type. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export const stringifySearch = (search: Search): string => {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) fields.set(name, String(value));
  const text = fields.toString();
  return text && `?${text}`;
};

export const textParam = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? value : undefined;

/** A record's key: digits only, as the server reads it. */
export const keyParam = (value: unknown): number | undefined =>
  /^[1-9]\d{0,9}$/.test(String(value)) ? Number(value) : undefined;

/** One of a few words; anything else is as good as none. */
export const choiceParam = <Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined =>
  choices.find((choice) => choice === value);
