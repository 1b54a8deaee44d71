import { Button, FileInput, Stack, Text, Textarea, Title } from '@mantine/core';
import {
  billableRemark,
  type BillingRemark,
  DISPUTE_FILE_BYTES,
  DISPUTE_FILE_ENDINGS,
  REMARKS,
  type Remark,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant } from '../../lib/text/format.ts';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { type LineOfMonth, remarksQuery, useBillingChange, useDisputeFile } from './api.ts';
import classes from './billing.module.css';
import { REMARK_TONES } from './prepare-billing.ts';

interface LineRemarksProps {
  line: LineOfMonth;
  isAgency: boolean;
  timeZone: string;
}

/** Button labels by kind of remark. */
const VERBS: Readonly<Record<Remark, string>> = {
  AGREED: 'Agree',
  DISPUTED: 'Dispute',
  ANSWERED: 'Answer',
  SETTLED: 'Settle',
};

const contentOf = async (file: File): Promise<{ name: string; content: string }> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // In chunks: the number of function arguments is limited.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCodePoint(...bytes.subarray(at, at + 8192));
  return { name: file.name, content: btoa(text) };
};

const RemarkItem = ({ remark, ownerKey, timeZone }: { remark: BillingRemark; ownerKey: number; timeZone: string }) => {
  const { mutate, isPending } = useDisputeFile(ownerKey);
  const { kind, by, at, comment, file } = remark;
  return (
    <li className={classes.remark}>
      <p>
        <StatusMark tone={REMARK_TONES[kind]}>{REMARKS[kind]}</StatusMark>{' '}
        <Text span size="sm" c="dimmed">{`${by}, ${formatInstant(at, timeZone)}`}</Text>
      </p>
      {comment !== '' && <p>{comment}</p>}
      {file !== null && (
        <Button size="compact-xs" variant="default" loading={isPending} onClick={() => mutate(file)}>
          {`Download ${file.name}`}
        </Button>
      )}
    </li>
  );
};

interface RemarkFormProps {
  line: LineOfMonth;
  kinds: readonly Remark[];
  after: number | null;
}

const RemarkForm = ({ line, kinds, after }: RemarkFormProps) => {
  const [comment, setComment] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<{ comment?: string; file?: string }>({});
  const { mutate, isPending } = useBillingChange(billableRemark, () => {
    setComment('');
    setFile(null);
    toast.success('Written.');
  });
  const write = async (kind: Remark): Promise<void> => {
    const isWordless = comment.trim() === '' && (kind === 'DISPUTED' || kind === 'ANSWERED');
    const isLarge = file !== null && file.size > DISPUTE_FILE_BYTES;
    setError({
      ...(isWordless && { comment: 'Write what it is about.' }),
      ...(isLarge && { file: 'The file is larger than 5 MB.' }),
    });
    if (isWordless || isLarge) return;
    mutate({ ...line, kind, comment, after, file: file === null ? null : await contentOf(file) });
  };
  return (
    <Stack gap={10}>
      <Textarea
        label="Comment"
        description="Both sides read it."
        maxLength={2000}
        autosize
        minRows={2}
        value={comment}
        error={error.comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <FileInput
        label="File"
        description={`One of ${DISPUTE_FILE_ENDINGS.join(', ')}, up to 5 MB.`}
        accept={DISPUTE_FILE_ENDINGS.map((ending) => `.${ending}`).join(',')}
        placeholder="Choose a file"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the file' }}
        value={file}
        error={error.file}
        onChange={setFile}
      />
      <ButtonRow mt={8}>
        {kinds.map((kind, index) => (
          <Button
            key={kind}
            size="xs"
            variant={index === 0 ? 'filled' : 'default'}
            loading={isPending}
            onClick={() => void write(kind)}
          >
            {VERBS[kind]}
          </Button>
        ))}
      </ButtonRow>
    </Stack>
  );
};

/** The paid side agrees or disputes; the agency answers and settles disputes. */
export const LineRemarks = ({ line, isAgency, timeZone }: LineRemarksProps) => {
  const query = useQuery(remarksQuery(line));
  return (
    <>
      <Title order={3} mt={16} mb={4} fz="md">
        Agreement
      </Title>
      <Loaded query={query} what="agreement" lines={3}>
        {({ remarks }) => {
          const state = remarks.findLast(({ kind }) => kind !== 'ANSWERED')?.kind ?? null;
          const kinds: readonly Remark[] = isAgency
            ? state === 'DISPUTED'
              ? ['ANSWERED', 'SETTLED']
              : []
            : ['AGREED', 'DISPUTED'];
          return (
            <>
              {remarks.length === 0 && <Note>Not agreed or disputed yet.</Note>}
              <PlainList component="ol" mt={8} mb={12} fz="sm" aria-label="Comments">
                {remarks.map((remark) => (
                  <RemarkItem key={remark.remarkKey} remark={remark} ownerKey={line.ownerKey} timeZone={timeZone} />
                ))}
              </PlainList>
              {kinds.length > 0 && (
                <RemarkForm
                  key={line.campaignKey}
                  line={line}
                  kinds={kinds}
                  after={remarks.at(-1)?.remarkKey ?? null}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
};
