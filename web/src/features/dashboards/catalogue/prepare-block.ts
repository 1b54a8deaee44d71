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
