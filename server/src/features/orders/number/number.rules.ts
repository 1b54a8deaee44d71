const MAX_LETTERS = 30;

/** Letters and digits of a name, each word with a capital: "BrightPath Media" is BrightPathMedia. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F'’]/g, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .slice(0, MAX_LETTERS);

interface SeriesParts {
  month: string;
  partnerName: string;
  partnerCode: string;
}
/** Orders of a month and media partner are numbered together, as are those of partners whose names have the same letters. */
export const seriesOf = ({ month, partnerName, partnerCode }: SeriesParts): string =>
  `${month.slice(0, 7)}-${lettersOf(partnerName) || lettersOf(partnerCode) || 'Partner'}`;

/** Of a file of a version that has no number yet. */
export const draftName = (parts: SeriesParts): string => `IO-${seriesOf(parts)}-draft`;

/** The number of a later version: that of the first one, with the version. */
export const laterNumber = (earlier: string, version: number): string => `${earlier.replace(/-v\d+$/, '')}-v${version}`;
