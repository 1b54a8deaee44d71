import { choiceParam, keyParam } from '../../../lib/address/search-params.ts';

/** The endpoint's client, or one of its campuses. */
export interface EndpointSearch {
  client?: number | undefined;
  campus?: number | undefined;
}

export const readEndpointSearch = (search: Record<string, unknown>): EndpointSearch => ({
  client: keyParam(search['client']),
  campus: keyParam(search['campus']),
});

/** Which owners' endpoints the health page shows; absent: all. */
export interface HealthSearch {
  show?: 'owner' | undefined;
}

export const readHealthSearch = (search: Record<string, unknown>): HealthSearch => ({
  show: choiceParam(search['show'], ['owner']),
});
