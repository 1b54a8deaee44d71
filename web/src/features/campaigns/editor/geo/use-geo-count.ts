import { type GeoCount, geoSchema } from '@paceline/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { geoCountQuery } from '../api.ts';
import type { CampaignFields } from '../prepare/prepare-values.ts';

export interface CountedGeo {
  count: GeoCount | null;
  /** The count shown is outdated until the next answer. */
  isOld: boolean;
  isFailed: boolean;
  retry: () => void;
}

/** The server's ZIP code count for the form's places, limited to the area its programs serve; requested when typing pauses. */
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
