/** Stands where a credential was. */
export const CREDENTIAL = 'CREDENTIAL';
const DOTS = '•••';

/** One word for a POSIX shell: within single quotes nothing is special but the quote itself. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export interface HttpRequest {
  method: string;
  url: string;
  headers: readonly string[];
  body: string;
}

/** `--globoff`: braces and brackets in the address are no patterns. `--data-raw`: a body that begins with `@` names no file. */
export const curlCommand = ({ method, url, headers, body }: HttpRequest): string =>
  [
    `curl --globoff -X ${method} ${quoted(url)}`,
    ...headers.map((header) => `-H ${quoted(header)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ');

const SECRET_NAME = String.raw`(?:x[-_]?)?(?:api|auth|access|posting|partner|client)?[-_]?(?:key|token|secret|password|passwd|pwd|signature)`;
const IN_JSON = new RegExp(String.raw`("${SECRET_NAME}"\s*:\s*)"(?:[^"\\]|\\.)*"`, 'giu');
const IN_XML = new RegExp(String.raw`(<(${SECRET_NAME})>)[^<]*(</\2>)`, 'giu');
const IN_QUERY = new RegExp(String.raw`((?:^|[?&])${SECRET_NAME}=)[^&#]*`, 'giu');
const USER_INFO = /^(https?:\/\/)[^/?#@]*@/i;

/** A body or an address without fields that are credentials by their name: constants of the field map, keys in the address. */
const withoutSecrets = (text: string): string =>
  text
    .replaceAll(IN_JSON, `$1"${CREDENTIAL}"`)
    .replaceAll(IN_XML, `$1${CREDENTIAL}$3`)
    .replaceAll(IN_QUERY, `$1${CREDENTIAL}`)
    .replace(USER_INFO, `$1${CREDENTIAL}@`);

export const safeRequest = ({ method, url, headers, body }: HttpRequest): HttpRequest => ({
  method,
  url: withoutSecrets(url),
  headers: headers.map((header) => header.replaceAll(DOTS, CREDENTIAL)),
  body: withoutSecrets(body),
});

/** A stored try as a request; null if it was none of HTTP: a mail, a file, or nothing was stored. */
export const readStoredRequest = (stored: string): HttpRequest | null => {
  const end = stored.indexOf('\n\n');
  const [first = '', ...headers] = stored.slice(0, end < 0 ? undefined : end).split('\n');
  const [, method, url] = /^(POST|PUT) (\S+)$/.exec(first) ?? [];
  if (method === undefined || url === undefined) return null;
  return { method, url, headers, body: end < 0 ? '' : stored.slice(end + 2) };
};
