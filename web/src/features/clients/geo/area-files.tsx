import { Button, Menu } from '@mantine/core';
import {
  DMA_COUNTIES_KIND,
  dmaExport,
  dmaImport,
  GEO_KIND,
  geoExport,
  geoImport,
  geoProgramExport,
  geoProgramImport,
} from '@paceline/contract';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadApi, saveFile } from '../../../lib/files/download.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { ImportDialog } from '../../../shared/import-dialog/import-dialog.tsx';
import { tellFailure } from '../../../shared/list/use-list-export.ts';
import { forgetAreas } from './api.ts';

interface AreaFilesProps {
  ownerKey: number;
  campus: number;
  program: number | null;
  /** Name of the area's campus or program. */
  name: string;
}

const NOTE =
  'Campus Code, Program Code, Geo Type (ZIP, STATE, DMA, COUNTY, RADIUS), Geo Value, Include/Exclude, Miles. Only listed places change; REMOVE removes a place.';
const DMA_NOTE = 'County FIPS, DMA Code, DMA Name: one row for each county.';

/** Export and import of areas and the county list. */
export const AreaFiles = ({ ownerKey, campus, program, name }: AreaFilesProps) => {
  const queries = useQueryClient();
  const mayImport = useMay('clients:Geo');
  const [shown, setShown] = useState<'areas' | 'dmas' | null>(null);
  const download = useMutation({
    mutationFn: async (what: 'areas' | 'dmas') => {
      const file =
        what === 'dmas'
          ? await downloadApi(dmaExport, { params: { owner: ownerKey } }, { fallbackName: 'dmaCounties.xlsx' })
          : program === null
            ? await downloadApi(geoExport, { params: { campus } }, { fallbackName: 'geo.xlsx' })
            : await downloadApi(geoProgramExport, { params: { campus, program } }, { fallbackName: 'geo.xlsx' });
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
  const close = () => setShown(null);
  const dialog = { owner: ownerKey, onClose: close, onApplied: () => void forgetAreas(queries) };
  const areas = {
    ...dialog,
    isOpen: shown === 'areas',
    title: `Import the area of ${name}`,
    kind: GEO_KIND,
    note: NOTE,
  };
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" loading={download.isPending}>
            Files
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => download.mutate('areas')}
          >
            Export this area
          </Menu.Item>
          {mayImport && (
            <Menu.Item leftSection={<IconUpload size={16} aria-hidden="true" />} onClick={() => setShown('areas')}>
              Import an area
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => download.mutate('dmas')}
          >
            Export counties and DMAs
          </Menu.Item>
          {mayImport && (
            <Menu.Item leftSection={<IconUpload size={16} aria-hidden="true" />} onClick={() => setShown('dmas')}>
              Import counties and DMAs
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {program === null ? (
        <ImportDialog {...areas} call={geoImport} args={{ params: { campus } }} />
      ) : (
        <ImportDialog {...areas} call={geoProgramImport} args={{ params: { campus, program } }} />
      )}
      <ImportDialog
        {...dialog}
        isOpen={shown === 'dmas'}
        title="Import counties and their DMAs"
        kind={DMA_COUNTIES_KIND}
        note={DMA_NOTE}
        call={dmaImport}
        args={{ params: { owner: ownerKey } }}
      />
    </>
  );
};
