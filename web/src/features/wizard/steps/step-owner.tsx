import { NativeSelect, TextInput } from '@mantine/core';
import type { DraftBody } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { zoneName } from '../../../lib/text/format.ts';
import { ZONES } from '../../../lib/text/zones.ts';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { verticalsQuery } from '../api.ts';
import classes from '../wizard.module.css';
import type { StepProps } from './step-props.ts';

export const StepOwner = ({ body, change, errorOf }: StepProps) => {
  const { owner } = body;
  const verticals = useQuery(verticalsQuery()).data ?? [];
  const [today] = useState(() => new Date());
  const set = (patch: Partial<DraftBody['owner']>) => change({ owner: { ...owner, ...patch } });
  return (
    <SectionCard title="Owner" note="The organisation whose media the agency runs. Everything below belongs to it.">
      <div className={classes.fields}>
        <TextInput
          label="Name"
          required
          maxLength={100}
          autoComplete="off"
          value={owner.ownerName}
          error={errorOf('owner.ownerName', owner.ownerName)}
          onChange={({ currentTarget }) => set({ ownerName: currentTarget.value })}
        />
        <TextInput
          label="Description"
          required
          maxLength={500}
          autoComplete="off"
          value={owner.description}
          error={errorOf('owner.description', owner.description)}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
        <NativeSelect
          label="Vertical"
          required
          value={owner.verticalKey ?? ''}
          error={errorOf('owner.verticalKey', owner.verticalKey)}
          data={[
            { value: '', label: 'Choose' },
            ...verticals.map(({ verticalKey, verticalName }) => ({ value: String(verticalKey), label: verticalName })),
          ]}
          onChange={({ currentTarget }) =>
            set({ verticalKey: currentTarget.value === '' ? null : Number(currentTarget.value) })
          }
        />
        <NativeSelect
          label="Time zone"
          required
          description="Days and months begin and end by it"
          value={owner.timeZone}
          error={errorOf('owner.timeZone', owner.timeZone)}
          data={ZONES.map((zone) => ({ value: zone, label: `${zoneName(zone, today)} (${zone})` }))}
          onChange={({ currentTarget }) => set({ timeZone: currentTarget.value })}
        />
        <TextInput
          label="Dedup period (days)"
          description="A repeat lead within this period is a duplicate; 90 is usual"
          required
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          value={owner.dedupPeriodInDays}
          error={errorOf('owner.dedupPeriodInDays', owner.dedupPeriodInDays)}
          onChange={({ currentTarget }) => set({ dedupPeriodInDays: currentTarget.value })}
        />
      </div>
    </SectionCard>
  );
};
