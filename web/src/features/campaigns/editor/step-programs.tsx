import { Button, Checkbox, TextInput } from '@mantine/core';
import type { CampaignProgram } from '@paceline/contract';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { keepEnter } from './keep-enter.ts';
import { findPrograms, withPrograms } from './prepare-choices.ts';
import { tidyPrice } from './prepare-prices.ts';
import classes from './choice-table.module.css';
import type { CampaignFormApi } from './use-campaign-form.ts';

const MOST_SHOWN = 150;

const OwnBox = ({
  form,
  program,
  field,
}: {
  form: CampaignFormApi;
  program: CampaignProgram;
  field: 'price' | 'cap';
}) => {
  const { programs } = form.values;
  const own = programs[program.programKey];
  if (own === undefined) return <span className={classes.none}>–</span>;
  const path = `programs.${program.programKey}.${field}`;
  const set = (text: string) =>
    form.change({ programs: { ...programs, [program.programKey]: { ...own, [field]: text } } });
  return (
    <TextInput
      size="xs"
      aria-label={`${program.programName}, ${program.campusName}: ${field === 'price' ? 'media price' : 'monthly cap'}`}
      classNames={{ input: classes.number }}
      leftSection={field === 'price' ? '$' : undefined}
      placeholder={field === 'price' ? 'Campaign’s' : 'None'}
      inputMode="decimal"
      autoComplete="off"
      value={own[field]}
      error={form.errorOf(path)}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={() => {
        if (field === 'price' && tidyPrice(own.price) !== own.price) set(tidyPrice(own.price));
        form.touch(path);
      }}
    />
  );
};

const ProgramRow = ({ form, program }: { form: CampaignFormApi; program: CampaignProgram }) => {
  const { programs } = form.values;
  const isChosen = Object.hasOwn(programs, program.programKey);
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className={classes.lead}>
        <Checkbox
          size="xs"
          label={program.programName}
          description={`${program.campusName} · ${program.degreeLevel} · ${program.modality}`}
          checked={isChosen}
          onChange={() => form.change({ programs: withPrograms(programs, [program.programKey], !isChosen) })}
        />
      </td>
      <td data-label="Media price">
        <OwnBox form={form} program={program} field="price" />
      </td>
      <td data-label="Monthly cap">
        <OwnBox form={form} program={program} field="cap" />
      </td>
    </tr>
  );
};

/** Which programs of the line item the leads may be for; each can have a price and a cap of its own. */
export const StepPrograms = ({ form, programs }: { form: CampaignFormApi; programs: readonly CampaignProgram[] }) => {
  const [text, setText] = useState('');
  const chosen = form.values.programs;
  const count = Object.keys(chosen).length;
  const found = findPrograms(programs, text);
  const shown = found.slice(0, MOST_SHOWN);
  const keys = found.map(({ programKey }) => programKey);
  const error = form.errorOf('programs');
  return (
    <SectionCard
      title="Programs"
      note="None chosen is all programs of the line item. A price here is what the partner gets for that program instead."
    >
      <div className={classes.tools}>
        <TextInput
          size="xs"
          className={classes.search}
          aria-label="Search programs"
          placeholder="Search by name, campus, degree or subject"
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={text}
          onKeyDown={keepEnter}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          variant="subtle"
          size="compact-xs"
          disabled={found.length === 0}
          onClick={() => form.change({ programs: withPrograms(chosen, keys, true) })}
        >
          {text ? 'Choose found' : 'Choose all'}
        </Button>
        <Button
          variant="subtle"
          size="compact-xs"
          disabled={count === 0}
          onClick={() => form.change({ programs: text ? withPrograms(chosen, keys, false) : {} })}
        >
          {text ? 'Take found out' : 'Clear'}
        </Button>
        <span className={classes.count} role="status">
          {count === 0
            ? `All ${formatCount(programs.length)} programs`
            : `${formatCount(count)} of ${formatCount(programs.length)} chosen`}
        </span>
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {shown.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Program</th>
                <th scope="col" className={classes.narrow}>
                  Media price
                </th>
                <th scope="col" className={classes.narrow}>
                  Monthly cap
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((program) => (
                <ProgramRow key={program.programKey} form={form} program={program} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={classes.more}>
        {programs.length === 0 && 'The line item has no programs to choose from.'}
        {programs.length > 0 && found.length === 0 && 'Nothing matches.'}
        {found.length > shown.length && `${formatCount(found.length - shown.length)} more. Type to find them.`}
      </p>
    </SectionCard>
  );
};
