import { Box, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { FileDrop } from './file-drop.tsx';
import { type CarriedCall, useSaveFile } from './import-api.ts';
import classes from './import-dialog.module.css';
import type { useImport } from './use-import.ts';

export type Template = CarriedCall & { label: string };

const TemplateButton = ({ template }: { template: Template }) => {
  const { mutate: save, isPending } = useSaveFile();
  return (
    <Button
      variant="subtle"
      size="xs"
      loading={isPending}
      leftSection={<IconDownload size={15} aria-hidden="true" />}
      onClick={() => save(template)}
    >
      {template.label}
    </Button>
  );
};

interface ImportChoiceProps {
  upload: Pick<ReturnType<typeof useImport>, 'sending' | 'failure' | 'send' | 'reset'>;
  /** Describes the file's content when there is no template. */
  note?: string | null;
  template: Template | null;
}

/** Lets the user choose or drop a file, and shows why the last one was refused. */
export const ImportChoice = ({
  upload: { sending, failure, send, reset },
  note = null,
  template,
}: ImportChoiceProps) => (
  <div className={classes.choose}>
    <FormFailure failure={failure} />
    {failure && failure.errors.length > 1 && (
      <Box component="ul" m={0} ps={18} c="var(--mantine-color-error)" fz="sm">
        {failure.errors.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </Box>
    )}
    <FileDrop
      progress={sending?.progress ?? null}
      fileName={sending?.name ?? null}
      onFile={(chosen) => void send(chosen)}
      onCancel={reset}
    />
    {note !== null && <Note>{note}</Note>}
    {template && <TemplateButton template={template} />}
  </div>
);
