import { Button, Checkbox } from '@mantine/core';
import type { CampaignProgram } from '@paceline/contract';
import { useState } from 'react';
import { formatCount } from '../../../../lib/text/format.ts';
import { SectionCard } from '../../../../ui/pieces/section-card.tsx';
import classes from './choice-table.module.css';
import { ChoiceTable, OwnBox } from './choice-table.tsx';
import { findPrograms, withPrograms } from './prepare-choices.ts';
import type { CampaignFormApi } from '../use-campaign-form.ts';

const HEADS = [
  { label: 'Program' },
  { label: 'Media price', isNarrow: true },
  { label: 'Monthly cap', isNarrow: true },
];

const ProgramRow = ({ form, program }: { form: CampaignFormApi; program: CampaignProgram }) => {
  const { programs } = form.values;
  const { programKey, programName, campusName } = program;
  const own = programs[programKey];
  const box = (field: 'price' | 'cap') => (
    <OwnBox
      form={form}
      of={`${programName}, ${campusName}`}
      path={`programs.${programKey}.${field}`}
      field={field}
      value={own?.[field]}
      onChange={(text) => own && form.change({ programs: { ...programs, [programKey]: { ...own, [field]: text } } })}
    />
  );
  return (
    <tr data-chosen={own !== undefined || undefined}>
      <td className={classes.lead}>
        <Checkbox
          size="xs"
          label={programName}
          description={`${campusName} · ${program.degreeLevel} · ${program.modality}`}
          checked={own !== undefined}
          onChange={() => form.change({ programs: withPrograms(programs, [programKey], own === undefined) })}
        />
      </td>
      <td data-label="Media price">{box('price')}</td>
      <td data-label="Monthly cap">{box('cap')}</td>
    </tr>
  );
};

/** The line item's programs the leads may be for, with optional price and cap. */
export const StepPrograms = ({ form, programs }: { form: CampaignFormApi; programs: readonly CampaignProgram[] }) => {
  const [text, setText] = useState('');
  const chosen = form.values.programs;
  const count = Object.keys(chosen).length;
  const matches = findPrograms(programs, text);
  const keys = matches.map(({ programKey }) => programKey);
  return (
    <SectionCard
      title="Programs"
      note="None selected: all programs of the line item. A price here replaces the media price for that program."
    >
      <ChoiceTable
        what="programs"
        searchBy="name, campus, degree or subject"
        text={text}
        onText={setText}
        tools={
          <>
            <Button
              variant="subtle"
              size="compact-xs"
              disabled={matches.length === 0}
              onClick={() => form.change({ programs: withPrograms(chosen, keys, true) })}
            >
              {text ? 'Select matches' : 'Choose all'}
            </Button>
            <Button
              variant="subtle"
              size="compact-xs"
              disabled={count === 0}
              onClick={() => form.change({ programs: text ? withPrograms(chosen, keys, false) : {} })}
            >
              {text ? 'Deselect matches' : 'Clear'}
            </Button>
          </>
        }
        count={
          count === 0
            ? `All ${formatCount(programs.length)} programs`
            : `${formatCount(count)} of ${formatCount(programs.length)} selected`
        }
        error={form.errorOf('programs')}
        heads={HEADS}
        matches={matches}
        nothing={programs.length === 0 ? 'The line item has no programs to choose from.' : null}
      >
        {(program) => <ProgramRow key={program.programKey} form={form} program={program} />}
      </ChoiceTable>
    </SectionCard>
  );
};
