import type {
  CallBody,
  CallResponse,
  campaignSourcesList,
  campaignSourcesSave,
  CampaignSource,
} from '@paceline/contract';

type Sources = CallResponse<typeof campaignSourcesList>;

/** What a campaign takes leads of now, and so what can be blocked. */
export const openSources = ({ sources }: Pick<Sources, 'sources'>): CampaignSource[] =>
  sources
    .filter(({ allowed }) => allowed)
    .toSorted((a, b) => a.sourceTag.localeCompare(b.sourceTag, 'en', { numeric: true }));

/** What somebody has blocked, and so what can be opened again. */
export const blockedSources = ({ sources }: Pick<Sources, 'sources'>): CampaignSource[] =>
  sources
    .filter(({ action }) => action === 'BLOCK')
    .toSorted((a, b) => a.sourceTag.localeCompare(b.sourceTag, 'en', { numeric: true }));

/** The campaign's sources without the block of one; all else stays as it was read, with its version. */
export const withoutBlock = (
  { mode, sources, rowVersion }: Sources,
  opened: number,
): CallBody<typeof campaignSourcesSave> => ({
  mode,
  rowVersion,
  sources: sources.flatMap(({ publisherSourceKey, action, priceOverride, monthlyCap, note }) => {
    if (action === null) return [];
    // Where only what is allowed comes in, a source without a line would stay shut.
    if (publisherSourceKey === opened)
      return mode === 'ONLY_LISTED'
        ? [{ publisherSourceKey, action: 'ALLOW' as const, priceOverride: null, monthlyCap: null, note: '' }]
        : [];
    return [{ publisherSourceKey, action, priceOverride, monthlyCap, note }];
  }),
});

/** The campaign's sources with one more blocked; all else stays as it was read, with its version. */
export const withBlocked = (
  { mode, sources, rowVersion }: Sources,
  blocked: number,
  note: string,
): CallBody<typeof campaignSourcesSave> => ({
  mode,
  rowVersion,
  sources: sources.flatMap(({ publisherSourceKey, action, priceOverride, monthlyCap, note: own }) => {
    if (publisherSourceKey === blocked)
      return [
        { publisherSourceKey, action: 'BLOCK' as const, priceOverride: null, monthlyCap: null, note: note.trim() },
      ];
    return action === null ? [] : [{ publisherSourceKey, action, priceOverride, monthlyCap, note: own }];
  }),
});
