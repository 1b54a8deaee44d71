import type {
  CallBody,
  CallResponse,
  campaignSourcesList,
  campaignSourcesSave,
  CampaignSource,
} from '@paceline/contract';

type Sources = CallResponse<typeof campaignSourcesList>;

/** Accepted sources, which can be blocked. */
export const openSources = ({ sources }: Pick<Sources, 'sources'>): CampaignSource[] =>
  sources
    .filter(({ allowed }) => allowed)
    .toSorted((a, b) => a.sourceTag.localeCompare(b.sourceTag, 'en', { numeric: true }));

/** Blocked sources, which can be unblocked. */
export const blockedSources = ({ sources }: Pick<Sources, 'sources'>): CampaignSource[] =>
  sources
    .filter(({ action }) => action === 'BLOCK')
    .toSorted((a, b) => a.sourceTag.localeCompare(b.sourceTag, 'en', { numeric: true }));

/** The campaign's sources without one block; everything else unchanged, with the version read. */
export const withoutBlock = (
  { mode, sources, rowVersion }: Sources,
  opened: number,
): CallBody<typeof campaignSourcesSave> => ({
  mode,
  rowVersion,
  sources: sources.flatMap(({ publisherSourceKey, action, priceOverride, monthlyCap, note }) => {
    if (action === null) return [];
    // In ONLY_LISTED mode, a source without an entry would stay blocked.
    if (publisherSourceKey === opened)
      return mode === 'ONLY_LISTED'
        ? [{ publisherSourceKey, action: 'ALLOW' as const, priceOverride: null, monthlyCap: null, note: '' }]
        : [];
    return [{ publisherSourceKey, action, priceOverride, monthlyCap, note }];
  }),
});

/** The campaign's sources with one more blocked; everything else unchanged, with the version read. */
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
