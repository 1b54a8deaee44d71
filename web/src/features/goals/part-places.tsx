import { Columns } from '../../ui/pieces/columns.tsx';
import type { Campus, GoalProgram } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { PickList } from '../../ui/forms/pick-list.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { campusesQuery, programsQuery } from './api.ts';
import classes from './goal-form.module.css';
import type { GoalFormApi } from './prepare-goal-form.ts';

interface PlacesPartProps {
  form: GoalFormApi;
  isLocked: boolean;
}

const NO_CAMPUSES: Campus[] = [];
const NO_PROGRAMS: GoalProgram[] = [];

const Places = ({ form, isLocked, clientKey }: PlacesPartProps & { clientKey: number }) => {
  const { data: campuses = NO_CAMPUSES, ...campusLoad } = useQuery(campusesQuery(clientKey));
  const { data: programs = NO_PROGRAMS, ...programLoad } = useQuery(programsQuery(clientKey));
  const [modelKey, campusKeys, programKeys] = useWatch({
    control: form.control,
    name: ['clientModelKey', 'campusKeys', 'programKeys'],
  });
  const { errors, isSubmitted } = form.formState;
  const options = { shouldDirty: true, shouldValidate: isSubmitted };
  const isAt = (campusKey: number, keys: readonly number[]): boolean => keys.length === 0 || keys.includes(campusKey);
  const atCampuses = (keys: readonly number[]) => programs.filter(({ campusKey }) => isAt(campusKey, keys));

  // Programs of removed campuses are removed too.
  const changeCampuses = (keys: number[]) => {
    form.setValue('campusKeys', keys, options);
    const left = new Set(atCampuses(keys).map(({ programKey }) => programKey));
    if (programKeys.some((key) => !left.has(key)))
      form.setValue(
        'programKeys',
        programKeys.filter((key) => left.has(key)),
        options,
      );
  };
  return (
    <Columns of="minmax(0, 2fr) minmax(0, 3fr)" gap={16}>
      <PickList
        label="Campuses"
        items={campuses
          .filter(
            ({ clientModelKey, campusKey }) =>
              modelKey === '' || String(clientModelKey) === modelKey || campusKeys.includes(campusKey),
          )
          .map(({ campusKey, campusName, clientModelName, state, active }) => ({
            key: campusKey,
            label: campusName,
            note: [clientModelName, state].filter(Boolean).join(' · '),
            isOld: !active,
          }))}
        chosen={campusKeys}
        noneMeans="All campuses"
        isLoading={campusLoad.isPending}
        isDisabled={isLocked}
        error={errors.campusKeys?.message ?? campusLoad.error?.message}
        onChange={changeCampuses}
      />
      <PickList
        label="Programs"
        items={atCampuses(campusKeys).map((program) => ({
          key: program.programKey,
          label: program.programName,
          note: [program.campusName, program.degreeLevel, program.modality].join(' · '),
          isOld: !program.active,
        }))}
        chosen={programKeys}
        noneMeans="All programs of these campuses"
        isLoading={programLoad.isPending}
        isDisabled={isLocked}
        error={errors.programKeys?.message ?? programLoad.error?.message}
        onChange={(keys) => form.setValue('programKeys', keys, options)}
      />
    </Columns>
  );
};

export const PlacesPart = ({ form, isLocked }: PlacesPartProps) => {
  const clientKey = useWatch({ control: form.control, name: 'clientKey' });
  return (
    <SectionCard title="Campuses and programs" note="Nothing selected: all campuses and programs.">
      {clientKey === '' ? (
        <p className={classes.hint}>Choose the client first.</p>
      ) : (
        <Places key={clientKey} form={form} isLocked={isLocked} clientKey={Number(clientKey)} />
      )}
    </SectionCard>
  );
};
