import { Button, Modal, NativeSelect } from '@mantine/core';
import { PUBLISHER_SOURCES_KIND, publisherSourcesExport, publisherSourcesImport } from '@paceline/contract';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadApi, saveFile } from '../../lib/files/download.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { ImportDialog } from '../../shared/import-dialog/import-dialog.tsx';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { forgetSources } from './api.ts';

export interface PartnerChoice {
  value: string;
  label: string;
}

const useDownload = () =>
  useMutation({
    mutationFn: async (aggregator: number) => {
      const file = await downloadApi(
        publisherSourcesExport,
        { params: { aggregator } },
        { fallbackName: 'publisherSource.xlsx' },
      );
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });

/** Exports a media partner's own register. */
export const OwnSourcesFile = ({ aggregatorKey }: { aggregatorKey: number }) => {
  const download = useDownload();
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => download.mutate(aggregatorKey)}
    >
      Export my sources
    </Button>
  );
};

interface SourceFilesProps {
  ownerKey: number;
  partners: readonly PartnerChoice[];
  /** The partner the list is filtered by, if it is a single one. */
  chosen: string | null;
}

/** Export and import of one media partner's register: tags are unique per partner. */
export const SourceFiles = ({ ownerKey, partners, chosen }: SourceFilesProps) => {
  const queries = useQueryClient();
  const mayImport = useMay('publishers:Update');
  const [shown, setShown] = useState<'choice' | 'import' | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const download = useDownload();
  const partner = picked ?? chosen ?? partners[0]?.value ?? '';
  const name = partners.find(({ value }) => value === partner)?.label ?? '';
  const aggregator = Number(partner);
  return (
    <>
      <Button variant="default" onClick={() => setShown('choice')} disabled={partners.length === 0}>
        Files
      </Button>
      <Modal
        opened={shown === 'choice'}
        onClose={() => setShown(null)}
        title={<strong>Sources of a media partner as a file</strong>}
        centered
      >
        <NativeSelect
          label="Media partner"
          data-autofocus
          data={[...partners]}
          value={partner}
          onChange={({ currentTarget }) => setPicked(currentTarget.value)}
        />
        <ButtonRow mt={16}>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            loading={download.isPending}
            onClick={() => download.mutate(aggregator)}
          >
            Export sources
          </Button>
          {mayImport && (
            <Button leftSection={<IconUpload size={16} aria-hidden="true" />} onClick={() => setShown('import')}>
              Import sources
            </Button>
          )}
        </ButtonRow>
      </Modal>
      <ImportDialog
        isOpen={shown === 'import'}
        onClose={() => setShown(null)}
        title={`Import sources of ${name}`}
        owner={ownerKey}
        kind={PUBLISHER_SOURCES_KIND}
        call={publisherSourcesImport}
        args={{ params: { owner: ownerKey, aggregator } }}
        template={{ label: 'Download its sources', call: publisherSourcesExport, args: { params: { aggregator } } }}
        onApplied={() => void forgetSources(queries)}
      />
    </>
  );
};
