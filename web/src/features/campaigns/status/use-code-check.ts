import { campaignIsUnique, isCampaignCode } from '@paceline/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import { callQuery } from '../../../lib/api/op-query.ts';

const TYPING_MS = 250;

/** For which campaign a code is wanted. */
export interface CodePlace {
  /** 0 for a new one. */
  campaignKey: number;
  /** 0 for a campaign that is bought from no media partner. */
  vendorKey: number;
  clientKey: number;
}

export interface CodeCheck {
  state: 'none' | 'checking' | 'free' | 'refused';
  message: string;
}

/** Whether a code is free, asked while it is typed. Who saves is told again: somebody else may be faster. */
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
  // Only a refusal is one: where the check itself failed, saving will tell.
  if (error) {
    const isRefusal = error instanceof ApiError && error.status !== null && error.status < 500;
    return isRefusal ? { state: 'refused', message: error.message } : { state: 'none', message: '' };
  }
  return { state: 'free', message: `${typed} is free.` };
};
