import { EMBED, embedOriginSchema } from '@paceline/contract';

/** The distinct sites of a text with one per line. */
export const sitesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\s+/)
      .map((line) => line.replace(/\/$/, '').toLowerCase())
      .filter((line) => line !== ''),
  ),
];

/** The error of the first invalid site. */
export const sitesProblem = (sites: readonly string[]): string | null => {
  if (sites.length > EMBED.mostOrigins) return `No more than ${EMBED.mostOrigins} sites.`;
  for (const site of sites) {
    const { error } = embedOriginSchema.safeParse(site);
    if (error) return `${site}: ${error.issues[0]?.message ?? ''}`;
  }
  return null;
};
