import { NativeSelect } from '@mantine/core';
import type { CampusArea } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { pathTo } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { useOwnerKey } from '../../../lib/session/session-store.ts';
import { filterOptionsQuery } from '../../../shared/filter-bar/use-filters.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { HeadParts } from '../../../ui/pieces/page-head.tsx';
import { areaListQuery, campusAreaQuery, dmaQuery, programAreaQuery, zipTableQuery } from './api.ts';
import { AreaFiles } from './area-files.tsx';
import { AreaForm } from './area-form.tsx';
import type { GeoSearch } from './geo-search.ts';
import classes from './geo.module.css';
import { readTable } from './prepare-table.ts';

interface Option {
  key: number;
  name: string;
}

const Area = ({ ownerKey, campus, program }: { ownerKey: number; campus: number; program: number | null }) => {
  const canSave = useMay('clients:Geo');
  const query = program === null ? campusAreaQuery(campus) : programAreaQuery(campus, program);
  const table = useQuery(zipTableQuery);
  const dmas = useQuery(dmaQuery(ownerKey));
  const area = useQuery(query);
  const lines = table.data?.lines;
  const read = useMemo(() => (lines === undefined ? null : readTable(lines)), [lines]);
  return (
    <Loaded query={table} what="table of ZIP codes">
      {({ source }) => (
        <Loaded query={dmas} what="list of DMAs">
          {(areaRecord) => (
            <Loaded query={area} what="service area">
              {(record) =>
                read && (
                  <AreaForm
                    key={`${campus} ${program ?? ''}`}
                    record={record}
                    table={read}
                    source={source}
                    dmas={areaRecord}
                    canSave={canSave}
                  />
                )
              }
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  );
};

const WHOLE_CAMPUS = '';

const Areas = ({
  ownerKey,
  clientKey,
  clients,
  list,
}: {
  ownerKey: number;
  clientKey: number;
  clients: Option[];
  list: CampusArea[];
}) => {
  const navigate = useNavigate();
  const addressSearch: GeoSearch = useSearch({ strict: false });
  const campus = list.find(({ campusKey }) => campusKey === addressSearch.campus) ?? list[0];
  const program = campus?.programs.find(({ programKey }) => programKey === addressSearch.program) ?? null;
  const open = (search: GeoSearch) =>
    void navigate({ to: pathTo('geoSettings'), search: { owner: ownerKey, ...search } as never });
  return (
    <>
      <HeadParts
        action={
          campus && (
            <AreaFiles
              ownerKey={ownerKey}
              campus={campus.campusKey}
              program={program?.programKey ?? null}
              name={program?.programName ?? campus.campusName}
            />
          )
        }
      />
      <div className={classes.choice}>
        <NativeSelect
          label="Client"
          data={clients.map(({ key, name }) => ({ value: String(key), label: name }))}
          value={String(clientKey)}
          onChange={(event) => open({ client: Number(event.currentTarget.value) })}
        />
        {campus && (
          <>
            <NativeSelect
              label="Campus"
              description={campus.summary}
              inputWrapperOrder={['label', 'input', 'description']}
              data={list.map(({ campusKey, campusName, hasOwn }) => ({
                value: String(campusKey),
                label: hasOwn ? `${campusName} (limited)` : campusName,
              }))}
              value={String(campus.campusKey)}
              onChange={(event) => open({ client: clientKey, campus: Number(event.currentTarget.value) })}
            />
            <NativeSelect
              label="Program"
              description={program?.hasOwn === false ? `Inherits ${campus.campusName}` : program?.summary}
              inputWrapperOrder={['label', 'input', 'description']}
              data={[
                { value: WHOLE_CAMPUS, label: 'The campus itself' },
                ...campus.programs.map(({ programKey, programName, hasOwn }) => ({
                  value: String(programKey),
                  label: hasOwn ? `${programName} (own area)` : `${programName} (inherits ${campus.campusName})`,
                })),
              ]}
              value={program === null ? WHOLE_CAMPUS : String(program.programKey)}
              onChange={({ currentTarget: { value } }) =>
                open({
                  client: clientKey,
                  campus: campus.campusKey,
                  ...(value !== WHOLE_CAMPUS && { program: Number(value) }),
                })
              }
            />
          </>
        )}
      </div>
      {campus ? (
        <Area ownerKey={ownerKey} campus={campus.campusKey} program={program?.programKey ?? null} />
      ) : (
        <EmptyState title="No campuses">This client has no campuses yet.</EmptyState>
      )}
    </>
  );
};

const Client = ({ ownerKey, clientKey, clients }: { ownerKey: number; clientKey: number; clients: Option[] }) => (
  <Loaded query={useQuery(areaListQuery(clientKey))} what="client’s campuses">
    {(list) => <Areas ownerKey={ownerKey} clientKey={clientKey} clients={clients} list={list} />}
  </Loaded>
);

/** The service areas of campuses and programs. */
export const GeoPage = () => {
  const ownerKey = useOwnerKey();
  const { client }: GeoSearch = useSearch({ strict: false });
  return (
    <Loaded query={useQuery(filterOptionsQuery(ownerKey))} what="owner’s clients">
      {({ clients }) => {
        const clientKey = clients.find(({ key }) => key === client)?.key ?? clients[0]?.key;
        if (clientKey === undefined) return <EmptyState title="No clients">This owner has no clients yet.</EmptyState>;
        return <Client ownerKey={ownerKey} clientKey={clientKey} clients={clients} />;
      }}
    </Loaded>
  );
};
