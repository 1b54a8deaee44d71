import { Button, NativeSelect, TextInput } from '@mantine/core';
import { milestoneExport } from '@paceline/contract';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { downloadApi, saveFile } from '../../lib/files/download.ts';
import { localZone, todayIn } from '../../lib/text/format.ts';
import { useOwnerKey } from '../../lib/session/session-store.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import classes from './milestones.module.css';
import { firstRange, rangeProblem } from './prepare-export.ts';

const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel' },
];

/** Exports the milestones of a date range. */
export const MilestoneExportPage = () => {
  const ownerKey = useOwnerKey();
  const [range, setRange] = useState(() => firstRange(todayIn(localZone(), new Date())));
  const [format, setFormat] = useState('csv');
  const [isTold, setTold] = useState(false);
  const problem = rangeProblem(range);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const params = { owner: ownerKey, start: range.from, end: range.to };
      const query = { format: format === 'xlsx' ? ('xlsx' as const) : ('csv' as const) };
      const file = await downloadApi(milestoneExport, { params, query }, { fallbackName: `milestones.${format}` });
      if (file === undefined) return;
      saveFile(file);
      toast.success(`${file.name} is saved.`);
    },
    onError: tellFailure,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTold(true);
    if (problem === null) mutate();
  };
  const day = (field: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      label={label}
      value={range[field]}
      error={(isTold || range[field] !== '') && problem?.field === field ? problem.message : null}
      onChange={({ currentTarget }) => setRange({ ...range, [field]: currentTarget.value })}
    />
  );
  return (
    <form className={classes.export} onSubmit={submit} noValidate>
      {day('from', 'From')}
      {day('to', 'To')}
      <NativeSelect
        label="File"
        data={FORMATS}
        value={format}
        onChange={({ currentTarget }) => setFormat(currentTarget.value)}
      />
      <Button type="submit" loading={isPending} leftSection={<IconDownload size={16} aria-hidden="true" />}>
        Download
      </Button>
    </form>
  );
};
