import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { AREAS_OF_INTEREST, DEGREE_LEVELS, type DraftCampus, type DraftProgram, MODALITIES } from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { newId } from '../prepare-draft.ts';
import classes from '../wizard.module.css';
import { type StepProps, withoutRow, withRow } from './step-props.ts';

const CHOOSE = { value: '', label: 'Choose' };
const optionsOf = (values: readonly { code: string; label: string }[]) => [
  CHOOSE,
  ...values.map(({ code, label }) => ({ value: code, label })),
];

interface ProgramRowProps {
  program: DraftProgram;
  /** Number among the programs, and path in the draft. */
  number: number;
  at: string;
  errorOf: StepProps['errorOf'];
  onChange: (patch: Partial<DraftProgram>) => void;
  onRemove: () => void;
}

const ProgramRow = ({ program, number, at, errorOf, onChange, onRemove }: ProgramRowProps) => {
  const choice = (
    name: 'degreeLevel' | 'modality' | 'subjectArea',
    label: string,
    data: ReturnType<typeof optionsOf>,
  ) => (
    <NativeSelect
      label={label}
      required
      value={program[name]}
      error={errorOf(`${at}.${name}`, program[name])}
      data={data}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
  return (
    <li className={classes.fields}>
      <TextInput
        label={`Program ${number}`}
        required
        maxLength={200}
        autoComplete="off"
        value={program.programName}
        error={errorOf(`${at}.programName`, program.programName)}
        onChange={({ currentTarget }) => onChange({ programName: currentTarget.value })}
      />
      <TextInput
        label="Program code"
        required
        maxLength={30}
        autoComplete="off"
        spellCheck={false}
        value={program.programCode}
        error={errorOf(`${at}.programCode`, program.programCode)}
        onChange={({ currentTarget }) => onChange({ programCode: currentTarget.value })}
      />
      {choice('degreeLevel', 'Degree level', optionsOf(DEGREE_LEVELS))}
      {choice('modality', 'Modality', optionsOf(MODALITIES))}
      {choice('subjectArea', 'Subject area', optionsOf(AREAS_OF_INTEREST))}
      <Button
        size="xs"
        variant="default"
        className={classes.low}
        aria-label={`Remove program ${number}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
};

/** A campus with its programs. */
export const CampusRow = ({
  campus,
  index,
  body,
  change,
  errorOf,
}: { campus: DraftCampus; index: number } & StepProps) => {
  const { clients, campuses } = body;
  const at = `campuses.${index}`;
  const { id, programs } = campus;
  const set = (patch: Partial<DraftCampus>) => change({ campuses: withRow(campuses, id, patch) });
  const models = clients.find((client) => client.id === campus.clientId)?.models ?? [];
  const fresh = (): DraftProgram => ({
    id: newId(),
    programName: '',
    programCode: '',
    degreeLevel: '',
    modality: campus.virtual ? 'Online' : 'Campus',
    subjectArea: '',
  });
  return (
    <li>
      <fieldset className={classes.group}>
        <legend>{campus.campusName.trim() || `Campus ${index + 1}`}</legend>
        <div className={classes.fields}>
          <NativeSelect
            label="Client"
            required
            value={campus.clientId}
            error={errorOf(`${at}.clientId`, campus.clientId)}
            data={[
              CHOOSE,
              ...clients.map((client) => ({ value: client.id, label: client.clientName || 'Unnamed client' })),
            ]}
            onChange={({ currentTarget }) => {
              const own = clients.find((client) => client.id === currentTarget.value)?.models ?? [];
              set({ clientId: currentTarget.value, model: own.length === 1 ? own[0]! : '' });
            }}
          />
          <NativeSelect
            label="Model"
            required
            value={models.includes(campus.model) ? campus.model : ''}
            error={errorOf(`${at}.model`, campus.model)}
            data={[CHOOSE, ...models.map((model) => ({ value: model, label: model }))]}
            onChange={({ currentTarget }) => set({ model: currentTarget.value })}
          />
          <TextInput
            label="Campus name"
            required
            maxLength={100}
            autoComplete="off"
            value={campus.campusName}
            error={errorOf(`${at}.campusName`, campus.campusName)}
            onChange={({ currentTarget }) => set({ campusName: currentTarget.value })}
          />
          <TextInput
            label="Campus code"
            required
            maxLength={30}
            autoComplete="off"
            spellCheck={false}
            value={campus.campusCode}
            error={errorOf(`${at}.campusCode`, campus.campusCode)}
            onChange={({ currentTarget }) => set({ campusCode: currentTarget.value })}
          />
          <TextInput
            label="ZIP code"
            required={!campus.virtual}
            inputMode="numeric"
            maxLength={5}
            autoComplete="off"
            disabled={campus.virtual}
            value={campus.virtual ? '' : campus.zip}
            error={errorOf(`${at}.zip`, campus.zip)}
            onChange={({ currentTarget }) => set({ zip: currentTarget.value })}
          />
          <Checkbox
            className={classes.low}
            label="Online"
            checked={campus.virtual}
            onChange={({ currentTarget }) => set({ virtual: currentTarget.checked })}
          />
        </div>
        <ul className={classes.rows} aria-label={`Programs of campus ${index + 1}`}>
          {programs.map((program, place) => (
            <ProgramRow
              key={program.id}
              program={program}
              number={place + 1}
              at={`${at}.programs.${place}`}
              errorOf={errorOf}
              onChange={(patch) => set({ programs: withRow(programs, program.id, patch) })}
              onRemove={() => set({ programs: withoutRow(programs, program.id) })}
            />
          ))}
        </ul>
        <Group gap={8}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            aria-label={`Add a program to campus ${index + 1}`}
            onClick={() => set({ programs: [...programs, fresh()] })}
          >
            Add a program
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Remove campus ${index + 1}`}
            onClick={() => change({ campuses: withoutRow(campuses, id) })}
          >
            Remove campus
          </Button>
        </Group>
      </fieldset>
    </li>
  );
};
