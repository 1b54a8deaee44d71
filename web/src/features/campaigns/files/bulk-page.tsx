import { Anchor, Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hrefOf, PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session-store.ts';
import { ImportDialog } from '../../../shared/import-dialog/import-dialog.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { SectionCard } from '../../../ui/section-card.tsx';
import { forgetCampaigns } from '../api.ts';
import classes from './bulk-page.module.css';
import { FILE_KINDS, type FileKind } from './kinds.ts';
import { NoOwner } from '../../../shared/no-owner.tsx';
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
    <div className={classes.card}>
      <p className={classes.text}>{file.text}</p>
      {typeof file.start === 'object' ? (
        <p className={classes.text}>
          Start from the export of a{' '}
          <Anchor size="sm" href={hrefOf(PATHS.campaignsPpl)} underline="always">
            list of campaigns
          </Anchor>
          . {file.start.fromList}
        </p>
      ) : (
        <TemplateForm ownerKey={ownerKey} isPlatform={file.start === 'platform'} />
      )}
    </div>
  </SectionCard>
);

/** Files about campaigns, out and in: looked at first, applied then, and undone for a day. */
export const BulkPage = () => {
  const ownerKey = useSession((state) => state.activeOwner?.ownerKey);
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<FileKind | null>(null);
  const upload = ownerKey === undefined ? null : chosen?.upload(ownerKey);
  const head = (
    <PageHead
      title="Bulk import"
      trail={[{ label: 'Campaigns' }]}
      description="Each row is checked before anything changes. Rows with errors can be downloaded as a file."
    />
  );
  if (ownerKey === undefined)
    return (
      <>
        {head}
        <NoOwner>A file is for one owner.</NoOwner>
      </>
    );
  return (
    <>
      {head}
      <div className={classes.cards}>
        {FILE_KINDS.map((file) => (
          <KindCard key={file.kind} file={file} ownerKey={ownerKey} onUpload={() => setChosen(file)} />
        ))}
      </div>
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
