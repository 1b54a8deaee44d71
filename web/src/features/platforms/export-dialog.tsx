import { NativeSelect, TextInput } from '@mantine/core';
import {
  type CallBody,
  firstOfMonth,
  type Grain,
  GRAINS,
  PLATFORM_EXPORT_DETAILS,
  tradingPlatformExport,
} from '@paceline/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadApi, saveFile } from '../../lib/files/download.ts';
import { localZone, todayIn } from '../../lib/text/format.ts';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { sortRefusal } from '../../shared/form/prepare-refusal.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { ownersPlatformsQuery } from './api.ts';
import classes from './platforms.module.css';
import { exportProblem } from './prepare-platforms.ts';

type Question = CallBody<typeof tradingPlatformExport>;
const GRAIN_WORDS: Readonly<Record<Grain, string>> = { day: 'Day', week: 'Week, from Monday', month: 'Month' };
const FORMATS = [
  { value: 'xlsx', label: 'Excel' },
  { value: 'csv', label: 'CSV' },
];

/** Exports the platforms' reported data. */
export const ExportDialog = ({ ownerKey, onClose }: { ownerKey: number; onClose: () => void }) => {
  const [range, setRange] = useState(() => {
    const today = todayIn(localZone(), new Date());
    return { from: firstOfMonth(today), to: today };
  });
  const [platform, setPlatform] = useState('');
  const [grain, setGrain] = useState<Grain>('day');
  const [detail, setDetail] = useState<Question['detail']>('keyword');
  const [format, setFormat] = useState<Question['format']>('xlsx');
  const [failure, setFailure] = useState('');
  const { data: platforms = [] } = useQuery(ownersPlatformsQuery(ownerKey));
  const problem = exportProblem(range, grain);
  const save = useMutation({
    mutationFn: async () => {
      const body = {
        ownerKey,
        tradingPlatform: platform === '' ? null : Number(platform),
        timeGrain: grain,
        startDate: range.from,
        endDate: range.to,
        detail,
        format,
      };
      const file = await downloadApi(
        tradingPlatformExport,
        { body },
        { fallbackName: `trading-platforms.${format ?? 'xlsx'}` },
      );
      if (file === undefined) return;
      saveFile(file);
      toast.success(`${file.name} is saved.`);
      onClose();
    },
    onError: (error) => {
      const { problems, failure: whole } = sortRefusal(error, (field) => field);
      setFailure(problems[0]?.message ?? whole.message);
    },
  });
  const day = (field: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      label={label}
      value={range[field]}
      error={problem?.field === field ? problem.message : null}
      onChange={({ currentTarget }) => setRange({ ...range, [field]: currentTarget.value })}
    />
  );
  return (
    <FormDialog
      title="Export platform figures"
      size={480}
      failure={failure}
      submit="Download"
      isPending={save.isPending}
      onSubmit={() => {
        setFailure('');
        if (problem === null) save.mutate();
      }}
      onClose={onClose}
    >
      <NativeSelect
        label="Platform"
        value={platform}
        data={[
          { value: '', label: 'All platforms' },
          ...platforms.map(({ platformKey, name }) => ({ value: String(platformKey), label: name })),
        ]}
        onChange={({ currentTarget }) => setPlatform(currentTarget.value)}
      />
      <div className={classes.pair}>
        {day('from', 'From')}
        {day('to', 'To')}
      </div>
      <div className={classes.pair}>
        <NativeSelect
          label="One row for each"
          value={grain}
          data={GRAINS.map((value) => ({ value, label: GRAIN_WORDS[value] }))}
          onChange={({ currentTarget }) => setGrain(currentTarget.value as Grain)}
        />
        <NativeSelect
          label="Ad groups by"
          value={detail}
          data={Object.entries(PLATFORM_EXPORT_DETAILS).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => setDetail(currentTarget.value as Question['detail'])}
        />
      </div>
      <NativeSelect
        label="File"
        value={format}
        data={FORMATS}
        onChange={({ currentTarget }) => setFormat(currentTarget.value as Question['format'])}
      />
      <p className={classes.note}>
        Every amount appears once. An ad group without keywords is listed by device. Leads are known by campaign only
        and have their own rows.
      </p>
    </FormDialog>
  );
};
