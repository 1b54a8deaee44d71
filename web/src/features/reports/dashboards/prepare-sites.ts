import { EMBED, embedOriginSchema } from '@paceline/contract';

/** The sites of a text with one in each line, each once. */
export const sitesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\s+/)
      .map((line) => line.replace(/\/$/, '').toLowerCase())
      .filter((line) => line !== ''),
  ),
];

/** What is wrong with them, naming the first that is. */
export const sitesProblem = (sites: readonly string[]): string | null => {
  if (sites.length > EMBED.mostOrigins) return `No more than ${EMBED.mostOrigins} sites.`;
  for (const site of sites) {
    const { error } = embedOriginSchema.safeParse(site);
    if (error) return `${site}: ${error.issues[0]?.message ?? ''}`;
  }
  return null;
};
