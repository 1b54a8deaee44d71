import { Anchor, Button, Stack } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hrefOf, PATHS } from '../../../lib/address/paths.ts';
import { useOwnerKey } from '../../../lib/session/session-store.ts';
import { ImportDialog } from '../../../shared/import-dialog/import-dialog.tsx';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { forgetCampaigns } from '../api.ts';
import { FILE_KINDS, type FileKind } from './kinds.ts';
import { TemplateForm } from './template-form.tsx';

interface KindCardProps {
  file: FileKind;
  ownerKey: number;
  onUpload: () => void;
}

const KindCard = ({ file, ownerKey, onUpload }: KindCardProps) => (
  <SectionCard
    title={file.title}
    action={
      <Button
        size="xs"
        leftSection={<IconUpload size={15} aria-hidden="true" />}
        aria-label={`Upload: ${file.title}`}
        onClick={onUpload}
      >
        Upload
      </Button>
    }
  >
    <Stack gap={14} h="100%">
      <Note lh={1.5}>{file.text}</Note>
      {typeof file.start === 'object' ? (
        <Note lh={1.5}>
          Start from the export of a{' '}
          <Anchor size="sm" href={hrefOf(PATHS.campaignsPpl)} underline="always">
            list of campaigns
          </Anchor>
          . {file.start.fromList}
        </Note>
      ) : (
        <TemplateForm ownerKey={ownerKey} isPlatform={file.start === 'platform'} />
      )}
    </Stack>
  </SectionCard>
);

/** Campaign files for export and import: previewed, then applied, and undoable for a day. */
export const BulkPage = () => {
  const ownerKey = useOwnerKey();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<FileKind | null>(null);
  const upload = chosen?.upload(ownerKey);
  return (
    <>
      <Columns of={2} gap={16} align="stretch">
        {FILE_KINDS.map((file) => (
          <KindCard key={file.kind} file={file} ownerKey={ownerKey} onUpload={() => setChosen(file)} />
        ))}
      </Columns>
      {chosen && upload && (
        <ImportDialog
          isOpen
          onClose={() => setChosen(null)}
          title={chosen.title}
          owner={ownerKey}
          kind={chosen.kind}
          call={upload.call}
          args={upload.args}
          onApplied={() => void forgetCampaigns(queries)}
        />
      )}
    </>
  );
};
