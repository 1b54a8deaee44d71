/** State of a campaign that was not activated yet. */
export interface DraftParts {
  channel: string;
  hasPrice: boolean;
  /** Has a click URL in use by default. */
  hasTracking: boolean;
  /** It was agreed that leads are posted without a click. */
  postingConfirmed: boolean;
  hasBudget: boolean;
  /** Status on the linked trading platform; null where nothing is linked. */
  platformStatus: string | null;
}

/** Display names of the parts a draft lacks for going live. Every campaign has a line item and a code. */
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
