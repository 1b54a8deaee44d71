/** What is known of a campaign that was not activated yet. */
export interface DraftParts {
  channel: string;
  hasPrice: boolean;
  /** A click URL that is in use by default. */
  hasTracking: boolean;
  /** That leads are posted without a click is agreed on. */
  postingConfirmed: boolean;
  hasBudget: boolean;
  /** Of what is linked on a trading platform; null where nothing is. */
  platformStatus: string | null;
}

/** What keeps a draft from going live, as people call it. A line item and a code no campaign can be without. */
export const missingParts = (parts: DraftParts): string[] => {
  const { channel } = parts;
  if (channel === 'ppl') {
    return [
      ...(parts.hasPrice ? [] : ['price']),
      ...(parts.hasTracking || parts.postingConfirmed ? [] : ['tracking URL or confirmed posting']),
    ];
  }
  const onPlatform = channel !== 'email';
  return [
    ...(parts.hasBudget ? [] : ['monthly budget']),
    ...(onPlatform && parts.platformStatus === null ? ['linked platform campaign'] : []),
  ];
};
