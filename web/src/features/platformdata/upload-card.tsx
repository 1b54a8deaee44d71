import { Box, Button, Text } from '@mantine/core';
import {
  PLATFORM_FILE_BYTES,
  PLATFORM_FILE_ENDINGS,
  type PlatformFile,
  type PlatformSource,
  type PlatformSourceKey,
} from '@paceline/contract';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { usePreviewReport, useUploadReport } from './api.ts';
import { fileText } from './prepare-platformdata.ts';
import { UploadPreview } from './upload-preview.tsx';
import classes from './platformdata.module.css';

const ENDINGS = PLATFORM_FILE_ENDINGS.map((ending) => `.${ending}`).join(',');

interface UploadCardProps {
  ownerKey: number;
  sourceKey: PlatformSourceKey;
  source: PlatformSource;
}

const Refusal = ({ error }: { error: Error }) => {
  const problems = error instanceof ApiError ? error.errors : [];
  return (
    <div role="alert">
      <Text inherit c="var(--mantine-color-error)" fz={13}>{`Nothing was loaded. ${error.message}`}</Text>
      {problems.length > 0 && (
        <Box component="ul" fz={13} m="6px 0 0" pl={18}>
          {problems.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </Box>
      )}
    </div>
  );
};

/** Uploads a platform's exported report; each day in it is replaced completely. */
export const UploadCard = ({ ownerKey, sourceKey, source }: UploadCardProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [loaded, setLoaded] = useState<PlatformFile | null>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const [mayShrink, setMayShrink] = useState(false);
  const preview = usePreviewReport(ownerKey, sourceKey);
  const close = (): void => {
    setChosen(null);
    preview.reset();
  };
  const upload = useUploadReport(ownerKey, sourceKey, (file) => {
    setLoaded(file);
    close();
  });
  const take = (file: File | undefined): void => {
    if (input.current) input.current.value = '';
    if (file === undefined) return;
    setLoaded(null);
    setMayShrink(false);
    upload.reset();
    setChosen(file);
    preview.mutate(file);
  };
  return (
    <SectionCard
      title="Upload a report"
      note={`${source.platformName}’s own export by day, .csv, .tsv or .xlsx, up to ${PLATFORM_FILE_BYTES / 1024 / 1024} MB. After a preview, its days are replaced completely.`}
    >
      <div className={classes.buttons}>
        <Button loading={preview.isPending} disabled={!source.takesFiles} onClick={() => input.current?.click()}>
          Choose a report
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={ENDINGS}
          aria-label="Report file"
          tabIndex={-1}
          onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        />
      </div>
      {!source.takesFiles && <p className={classes.note}>There is no format for files of {source.platformName} yet.</p>}
      {preview.isError && <Refusal error={preview.error} />}
      {chosen !== null && preview.data && (
        <UploadPreview
          fileName={chosen.name}
          preview={preview.data}
          mayShrink={mayShrink}
          onMayShrink={setMayShrink}
          isLoading={upload.isPending}
          onLoad={() => upload.mutate({ file: chosen, mayShrink })}
          onCancel={close}
        />
      )}
      {upload.isError && <Refusal error={upload.error} />}
      {loaded !== null && (
        <p className={classes.note} role="status">
          {[fileText(loaded), ...loaded.warnings].join('. ')}
        </p>
      )}
    </SectionCard>
  );
};
