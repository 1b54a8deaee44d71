/** What stands in the place of a secret. */
export const SECRET = 'not recorded: secret';

const SECRET_NAME =
  /passw|passphrase|secret|token|credential|privatekey|authorization|cookie|(?:^|_)hash$|Hash$|^(?:postingKey|apiKey)Value$/i;
/** A secret inside an address: who signs in, and what is handed over under a name of a secret. */
const URL_LOGIN = /\/\/[^/@\s]+@/g;
const URL_SECRET = /([?&][^=&\s]*(?:key|token|secret|passw|auth|sign)[^=&\s]*=)[^&\s"]*/gi;

const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** The same value without what only its owner may know: the log is read by more people than any record, and longer. */
export const withoutSecrets = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') {
    if (isSecretName(name)) return value === '' ? '' : SECRET;
    return value.replace(URL_LOGIN, `//${SECRET}@`).replace(URL_SECRET, `$1${SECRET}`);
  }
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, name));
  if (typeof value !== 'object' || value === null) return value;
  // A date, or whatever else knows how it is written.
  if ('toJSON' in value && typeof value.toJSON === 'function') return value;
  if (Buffer.isBuffer(value)) return SECRET;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutSecrets(one, key)]));
};
