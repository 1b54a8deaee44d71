import { type GeoCount, geoSchema } from '@paceline/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { geoCountQuery } from '../api.ts';
import type { CampaignFields } from '../prepare/prepare-values.ts';

export interface CountedGeo {
  count: GeoCount | null;
  /** What is shown is of an earlier state of the form, until the next answer is here. */
  isOld: boolean;
  isFailed: boolean;
  retry: () => void;
}

/** How many ZIP codes the places of the form come to, by the server's table and within what its programs serve; asked when typing pauses. */
export const useGeoCount = (
  { geo, clientGoalKey, programs }: Pick<CampaignFields, 'geo' | 'clientGoalKey' | 'programs'>,
  clientKey: number | null,
): CountedGeo => {
  const [debouncedGeo] = useDebouncedValue(geo, 300);
  const isValid = geoSchema.safeParse(debouncedGeo).success;
  const { data, isError, isPlaceholderData, isFetching, refetch } = useQuery({
    ...geoCountQuery(clientKey ?? 0, {
      geo: debouncedGeo,
      goalKey: clientGoalKey,
      programKeys: Object.keys(programs).map(Number),
    }),
    enabled: clientKey !== null && isValid,
    placeholderData: keepPreviousData,
  });
  return {
    count: isValid && !isError ? (data ?? null) : null,
    isOld: debouncedGeo !== geo || isPlaceholderData,
    isFailed: isError && !isFetching,
    retry: () => void refetch(),
  };
};
