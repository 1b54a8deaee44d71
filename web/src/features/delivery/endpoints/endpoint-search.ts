import { choiceParam, keyParam } from '../../../lib/address/search-params.ts';

/** Whose leads: a client's, or one campus of it. */
export interface EndpointSearch {
  client?: number | undefined;
  campus?: number | undefined;
}

export const readEndpointSearch = (search: Record<string, unknown>): EndpointSearch => ({
  client: keyParam(search['client']),
  campus: keyParam(search['campus']),
});

/** Which owners' endpoints the page of health shows; left out: all. */
export interface HealthSearch {
  show?: 'owner' | undefined;
}

export const readHealthSearch = (search: Record<string, unknown>): HealthSearch => ({
  show: choiceParam(search['show'], ['owner']),
});
