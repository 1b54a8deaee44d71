const decodeExtended = (value: string): string | null => {
  const [, charset = '', encoded = ''] = /^([\w-]*)'[^']*'(.*)$/.exec(value) ?? [];
  try {
    if (charset.toLowerCase() === 'utf-8') return decodeURIComponent(encoded);
    if (charset.toLowerCase() === 'iso-8859-1')
      return encoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  } catch {
    // Not decodable: fall back to the plain name.
  }
  return null;
};

const parameter = (header: string, name: string): string | null => {
  const pattern = new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;]*))`, 'i');
  const [, quoted, token] = pattern.exec(header) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? token?.trim() ?? null;
};

/** The file name from a content-disposition header (RFC 6266). `filename*` wins over `filename`; paths are stripped. */
export const fileNameOf = (header: string | null, fallback: string): string => {
  if (!header) return fallback;
  const extended = parameter(header, 'filename\\*');
  const name = (extended && decodeExtended(extended)) || parameter(header, 'filename');
  return name?.split(/[/\\]/).pop()?.trim() || fallback;
};
