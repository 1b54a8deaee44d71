import {
  type AreaRecord,
  dmaList,
  geoAreaGet,
  geoAreaList,
  geoAreaSave,
  geoProgramAreaGet,
  geoProgramAreaSave,
  type ServiceArea,
  zipTable,
} from '@paceline/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../../lib/api/api.ts';
import { callQuery } from '../../../lib/api/op-query.ts';

export const areaListQuery = (clientKey: number) => callQuery(geoAreaList, { params: { key: clientKey } });
export const dmaQuery = (ownerKey: number) => callQuery(dmaList, { params: { owner: ownerKey } });
/** Changes only with a release. */
export const zipTableQuery = { ...callQuery(zipTable, {}), staleTime: Infinity, gcTime: Infinity };

/** Fills a form, whose version saving depends on. */
const fresh = { staleTime: 0, gcTime: 0 };
export const campusAreaQuery = (campus: number) => ({ ...callQuery(geoAreaGet, { params: { campus } }), ...fresh });
export const programAreaQuery = (campus: number, program: number) => ({
  ...callQuery(geoProgramAreaGet, { params: { campus, program } }),
  ...fresh,
});

export const readArea = ({ campusKey, programKey }: AreaRecord): Promise<AreaRecord | undefined> =>
  programKey === null
    ? fetchApi(geoAreaGet, { params: { campus: campusKey } })
    : fetchApi(geoProgramAreaGet, { params: { campus: campusKey, program: programKey } });

export const forgetAreas = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    [geoAreaList, geoAreaGet, geoProgramAreaGet, dmaList].map(({ id }) =>
      queries.invalidateQueries({ queryKey: [id] }),
    ),
  );

/** Throws on failure: the form shows the error. */
export const useSaveArea = () => {
  const queries = useQueryClient();
  return async (
    { campusKey, programKey, rowVersion }: AreaRecord,
    area: ServiceArea | null,
  ): Promise<AreaRecord | undefined> => {
    const body = { area, rowVersion };
    const saved =
      programKey === null
        ? await callApi(geoAreaSave, { params: { campus: campusKey }, body })
        : await callApi(geoProgramAreaSave, { params: { campus: campusKey, program: programKey }, body });
    await queries.invalidateQueries({ queryKey: [geoAreaList.id] });
    return saved;
  };
};
