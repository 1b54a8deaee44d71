import { Button, NumberInput, Switch } from '@mantine/core';
import { privacyList, type PrivacySettings, privacySettingsSave } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../lib/api/api.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import classes from './privacy.module.css';

const USUAL_MONTHS = 36;
const MAX_MONTHS = 240;

/** How long personal data of an owner's leads is kept. */
export const KeepPeople = ({ ownerKey, settings }: { ownerKey: number; settings: PrivacySettings }) => {
  const queries = useQueryClient();
  const [personMonths, setPersonMonths] = useState(settings.personMonths);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callApi(privacySettingsSave, { params: { owner: ownerKey }, body: { personMonths, version: settings.version } }),
    onSuccess: () => toast.success('Saved.'),
    onError: tellFailure,
    onSettled: () => void queries.invalidateQueries({ queryKey: [privacyList.id] }),
  });
  return (
    <SectionCard
      title="How long personal data is kept"
      note="Personal data of older leads is erased every night. Counts, bills and proof of consent stay."
    >
      <form
        className={classes.fields}
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <Switch
          label="Erase personal data of old leads"
          checked={personMonths !== null}
          onChange={(event) => setPersonMonths(event.currentTarget.checked ? USUAL_MONTHS : null)}
        />
        {personMonths !== null && (
          <NumberInput
            label="Months"
            value={personMonths}
            min={1}
            max={MAX_MONTHS}
            allowDecimal={false}
            clampBehavior="blur"
            onChange={(value) => typeof value === 'number' && setPersonMonths(value)}
          />
        )}
        <div className={classes.buttons}>
          <Button type="submit" variant="default" loading={isPending} disabled={personMonths === settings.personMonths}>
            Save
          </Button>
        </div>
      </form>
    </SectionCard>
  );
};
