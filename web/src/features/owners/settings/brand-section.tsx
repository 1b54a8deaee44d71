import { Stack } from '@mantine/core';
import { agencyBrandingSave, type BrandingPair, ownerBrandingGet, ownerBrandingSave } from '@paceline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../../lib/api/api.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { agencyBrandQuery, shownBrandQuery } from '../../../shared/branding/use-brand.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { BrandForm } from './brand-form.tsx';

const brandQuery = (ownerKey: number) => ({
  ...callQuery(ownerBrandingGet, { params: { owner: ownerKey } }),
  // Fills a form, whose version saving depends on.
  staleTime: 0,
});

const AGENCY_LOCK = 'The agency’s brand is changed by users who work on all owners.';

/** The brand of an owner, and the agency's, which is shown where an owner has none. */
export const BrandSection = ({ ownerKey, ownerName }: { ownerKey: number; ownerName: string }) => {
  const queries = useQueryClient();
  const query = brandQuery(ownerKey);
  const keep = (pair: BrandingPair): void => {
    queries.setQueryData(query.queryKey, pair);
    void queries.invalidateQueries({ queryKey: shownBrandQuery(ownerKey).queryKey });
    void queries.invalidateQueries({ queryKey: agencyBrandQuery().queryKey });
  };
  const load = () => fetchApi(ownerBrandingGet, { params: { owner: ownerKey } });
  return (
    <Loaded query={useQuery(query)} what="brand" lines={6}>
      {(pair) => (
        <Stack gap={16}>
          <BrandForm
            title={`Brand of ${ownerName}`}
            note="In the frame, on the sign-in page of its address, in orders, statements, posting instructions, mailed and embedded reports. Its partners and clients see it as well. Empty: as for the agency."
            stored={pair.own}
            draft={`brand.${ownerKey}`}
            signInUrl={`${window.location.origin}/#/?brand=`}
            lock={null}
            load={async () => (await load())?.own}
            save={async (body) => {
              const saved = await callApi(ownerBrandingSave, { params: { owner: ownerKey }, body });
              if (saved) keep(saved);
              return saved?.own;
            }}
          />
          <BrandForm
            title="Brand of the agency"
            note="On the plain sign-in page, and where an owner has no brand of its own."
            stored={pair.agency}
            draft="brand.agency"
            signInUrl={null}
            lock={pair.mayChangeAgency ? null : AGENCY_LOCK}
            load={async () => (await load())?.agency}
            save={async ({ address: _, ...body }) => {
              const agency = await callApi(agencyBrandingSave, { body });
              if (agency) keep({ ...pair, agency });
              return agency;
            }}
          />
        </Stack>
      )}
    </Loaded>
  );
};
