import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../lib/permissions.ts';
import { educationFileOfDraft, findFile, keepFile } from '../../../shared/import-dialog/chosen-files.ts';
import { FileDrop } from '../../../shared/import-dialog/file-drop.tsx';
import { Note } from '../../../ui/note.tsx';

/** The file of campuses and programs, chosen now and checked when there are clients that it can name. */
export const EducationFile = ({ draftKey }: { draftKey: number }) => {
  const name = educationFileOfDraft(draftKey);
  const [file, setFile] = useState(() => findFile(name));
  const mayLoad = useMay('clients:Bulk');
  const choose = (chosen: File | null) => {
    keepFile(name, chosen);
    setFile(chosen);
  };
  if (!mayLoad) return <Note mt={12}>Somebody with the right to load files uploads it once the client is made.</Note>;
  if (file === null) return <FileDrop progress={null} fileName={null} onFile={choose} onCancel={() => choose(null)} />;
  return (
    <Note mt={12} role="status">
      <strong>{file.name}</strong> is checked as soon as the client is made, and you review it before anything of it is
      saved. It stays in this tab until then: whoever goes on elsewhere chooses it again.{' '}
      <Button size="compact-sm" variant="subtle" onClick={() => choose(null)}>
        Choose another
      </Button>
    </Note>
  );
};
