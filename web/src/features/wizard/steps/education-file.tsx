import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../lib/permissions.ts';
import { educationFileOfDraft, findFile, keepFile } from '../../../shared/import-dialog/chosen-files.ts';
import { FileDrop } from '../../../shared/import-dialog/file-drop.tsx';
import classes from '../wizard.module.css';

/** The file of campuses and programs, chosen now and checked when there are clients that it can name. */
export const EducationFile = ({ draftKey }: { draftKey: number }) => {
  const name = educationFileOfDraft(draftKey);
  const [file, setFile] = useState(() => findFile(name));
  const mayLoad = useMay('clients:Bulk');
  const choose = (chosen: File | null) => {
    keepFile(name, chosen);
    setFile(chosen);
  };
  if (!mayLoad)
    return <p className={classes.hint}>Somebody with the right to load files uploads it once the client is made.</p>;
  if (file === null) return <FileDrop progress={null} fileName={null} onFile={choose} onCancel={() => choose(null)} />;
  return (
    <p className={classes.hint} role="status">
      <strong>{file.name}</strong> is checked as soon as the client is made, and you review it before anything of it is
      saved. It stays in this tab until then: whoever goes on elsewhere chooses it again.{' '}
      <Button size="compact-sm" variant="subtle" onClick={() => choose(null)}>
        Choose another
      </Button>
    </p>
  );
};
