/** Placeholder for a secret. */
export const SECRET = 'not recorded: secret';

const SECRET_NAME =
  /passw|passphrase|secret|token|credential|privatekey|authorization|cookie|(?:^|_)hash$|Hash$|^(?:postingKey|apiKey)Value$/i;
/** Secrets in a URL: credentials, and query parameters named like a secret. */
const URL_LOGIN = /\/\/[^/@\s]+@/g;
const URL_SECRET = /([?&][^=&\s]*(?:key|token|secret|passw|auth|sign)[^=&\s]*=)[^&\s"]*/gi;

const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** The value without secrets: the log is read by more people than any record, and for longer. */
export const withoutSecrets = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') {
    if (isSecretName(name)) return value === '' ? '' : SECRET;
    return value.replace(URL_LOGIN, `//${SECRET}@`).replace(URL_SECRET, `$1${SECRET}`);
  }
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, name));
  if (typeof value !== 'object' || value === null) return value;
  // Dates and other objects that define their own JSON.
  if ('toJSON' in value && typeof value.toJSON === 'function') return value;
  if (Buffer.isBuffer(value)) return SECRET;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutSecrets(one, key)]));
};
