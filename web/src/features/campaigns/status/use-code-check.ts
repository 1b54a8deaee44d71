import { campaignIsUnique, isCampaignCode } from '@paceline/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import { callQuery } from '../../../lib/api/op-query.ts';

const TYPING_MS = 250;

/** Which campaign a code is for. */
export interface CodePlace {
  /** 0 for a new campaign. */
  campaignKey: number;
  /** 0 for a campaign without a media partner. */
  vendorKey: number;
  clientKey: number;
}

export interface CodeCheck {
  state: 'none' | 'checking' | 'free' | 'refused';
  message: string;
}

/** Checks while typing whether a code is free. Saving checks again, since somebody else may have taken it. */
export const useCodeCheck = (code: string, place: CodePlace | null): CodeCheck => {
  const typed = code.trim();
  const [settledCode] = useDebouncedValue(typed, TYPING_MS);
  const isWorth = place !== null && isCampaignCode(settledCode);
  const { data, error } = useQuery({
    ...callQuery(campaignIsUnique, {
      params: { key: String(place?.campaignKey ?? 0) },
      body: { campaignCode: settledCode, aggregatorKey: place?.vendorKey ?? 0, clientKey: place?.clientKey ?? null },
    }),
    enabled: isWorth,
    retry: false,
    staleTime: 0,
  });
  if (typed === '') return { state: 'none', message: '' };
  if (!isCampaignCode(typed)) {
    return { state: 'refused', message: 'Campaign code must be 3 to 30 letters, digits, - or _.' };
  }
  if (place === null) return { state: 'none', message: '' };
  if (typed !== settledCode || (!data && !error)) return { state: 'checking', message: 'Checking …' };
  // Only a refusal counts: if the check itself failed, saving will report it.
  if (error) {
    const isRefusal = error instanceof ApiError && error.status !== null && error.status < 500;
    return isRefusal ? { state: 'refused', message: error.message } : { state: 'none', message: '' };
  }
  return { state: 'free', message: `${typed} is free.` };
};
