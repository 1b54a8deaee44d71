/** A code for a partner of this name, by the rules of codes. */
export const codeFor = (name: string): string =>
  name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .slice(0, 20)
    .replaceAll(/^_+|_+$/g, '');

/** A field that follows another one until somebody types a value of their own. */
export const following = (value: string, before: string, proposed: string): string =>
  value === '' || value === before ? proposed : value;
