import { Button, Radio, Stack } from '@mantine/core';
import { type DraftCampus, EDUCATION_WAYS, type EducationWay } from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { Note } from '../../../ui/pieces/note.tsx';
import { ErrorText } from '../../../ui/states/error-text.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { newId } from '../prepare-draft.ts';
import classes from '../wizard.module.css';
import { CampusRow } from './campus-row.tsx';
import type { StepProps } from './step-props.ts';
import { useState } from 'react';
import { useMay } from '../../../lib/session/permissions.ts';
import { educationFileOfDraft, findFile, keepFile } from '../../../shared/import-dialog/chosen-files.ts';
import { FileDrop } from '../../../shared/import-dialog/file-drop.tsx';

/** The file of campuses and programs: chosen now, checked once its clients exist. */
const EducationFile = ({ draftKey }: { draftKey: number }) => {
  const name = educationFileOfDraft(draftKey);
  const [file, setFile] = useState(() => findFile(name));
  const mayLoad = useMay('clients:Bulk');
  const choose = (chosen: File | null) => {
    keepFile(name, chosen);
    setFile(chosen);
  };
  if (!mayLoad)
    return <Note mt={12}>Someone with the right to import files can upload it once the client is created.</Note>;
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

const WAY_NOTES: Readonly<Record<EducationWay, string>> = {
  hand: 'For a few: each campus with its programs',
  file: 'For many campuses: the file is checked as soon as the client is created.',
  later: 'You can create the client without them. Leads need a campus and a program.',
};

export const StepCampuses = (props: StepProps) => {
  const { draftKey, body, change, errorOf, onOpen } = props;
  const { education, campuses, clients } = body;
  const missing = errorOf('campuses');
  const only = clients.length === 1 ? clients[0] : undefined;
  const fresh = (): DraftCampus => ({
    id: newId(),
    clientId: only?.id ?? '',
    model: only?.models.length === 1 ? (only.models[0] ?? '') : '',
    campusName: '',
    campusCode: '',
    virtual: false,
    zip: '',
    programs: [],
  });
  return (
    <SectionCard title="Campuses and programs" note="Where the clients teach, and what.">
      <Radio.Group label="How to add them" value={education} onChange={(way) => change({ education: way })}>
        <Stack gap={12} mt={8}>
          {(Object.keys(EDUCATION_WAYS) as EducationWay[]).map((way) => (
            <Radio key={way} value={way} label={EDUCATION_WAYS[way]} description={WAY_NOTES[way]} />
          ))}
        </Stack>
      </Radio.Group>
      {education === 'file' && <EducationFile draftKey={draftKey} />}
      {education === 'hand' && clients.length === 0 && (
        <Note mt={12}>
          A campus belongs to a client.{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => onOpen('clients')}>
            Add a client first
          </Button>
        </Note>
      )}
      {education === 'hand' && clients.length > 0 && (
        <>
          <ul className={classes.rows} aria-label="Campuses">
            {campuses.map((campus, index) => (
              <CampusRow key={campus.id} campus={campus} index={index} {...props} />
            ))}
          </ul>
          {missing && (
            <ErrorText data-refused tabIndex={-1}>
              {missing}
            </ErrorText>
          )}
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => change({ campuses: [...campuses, fresh()] })}
          >
            Add a campus
          </Button>
        </>
      )}
    </SectionCard>
  );
};
