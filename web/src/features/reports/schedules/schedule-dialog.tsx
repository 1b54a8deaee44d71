import { Button, Modal, NativeSelect, SegmentedControl } from '@mantine/core';
import {
  hourLabel,
  LAST_MONTH_DAY,
  reportReaders,
  type ReportSchedule,
  reportScheduleFormSchema,
  reportScheduleList,
  reportScheduleSave,
  SCHEDULE_WEEKDAYS,
  type ScheduleEvery,
  type ScheduleFile,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { localZone, zoneName } from '../../../lib/text/format.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { schemaProblems, sortRefusal } from '../../../shared/form/prepare-refusal.ts';
import { ErrorText } from '../../../ui/states/error-text.tsx';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { PickList } from '../../../ui/forms/pick-list.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { useOwnerChange } from '../views/api.ts';

/** What is mailed: a saved view or a dashboard. */
interface ScheduleSubject {
  viewKey: number | null;
  dashboardKey: number | null;
  name: string;
}

interface ScheduleDialogProps {
  ownerKey: number;
  subject: ScheduleSubject;
  /** Null for a new one. */
  schedule: ReportSchedule | null;
  onSaved: () => void;
  onClose: () => void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourLabel(hour) }));
const MONTH_DAYS = Array.from({ length: LAST_MONTH_DAY }, (_, index) => ({
  value: String(index + 1),
  label: index + 1 === LAST_MONTH_DAY ? 'Last day' : `Day ${index + 1}`,
}));

const FILES: { value: ScheduleFile; label: string }[] = [
  { value: 'xlsx', label: 'Excel (.xlsx)' },
  { value: 'csv', label: 'Text (.csv)' },
  { value: 'pdf', label: 'PDF with charts' },
];

/** The email schedule of a view or a dashboard: when, to whom and with which file. */
export const ScheduleDialog = ({ ownerKey, subject, schedule, onSaved, onClose }: ScheduleDialogProps) => {
  const { viewKey, dashboardKey, name: of } = subject;
  const isDashboard = dashboardKey !== null;
  const me = useSession((state) => state.taclUserKey);
  const readers = useQuery(callQuery(reportReaders, { params: { owner: ownerKey } }));
  const [every, setEvery] = useState<ScheduleEvery>(schedule?.every ?? 'week');
  const [weekday, setWeekday] = useState(schedule?.weekday ?? 1);
  const [monthDay, setMonthDay] = useState(schedule?.monthDay ?? 1);
  const [hour, setHour] = useState(schedule?.hour ?? 7);
  const [fileKind, setFileKind] = useState<ScheduleFile>(schedule?.fileKind ?? (isDashboard ? 'pdf' : 'xlsx'));
  const [readerKeys, setReaderKeys] = useState<number[]>(schedule?.readerKeys ?? (me === null ? [] : [me]));
  const [problem, setProblem] = useState<{ readers?: string; form?: string }>({});
  const [zone] = useState(() => zoneName(localZone(), new Date()));
  const save = useOwnerChange(reportScheduleSave, ownerKey, [reportScheduleList], (error) => {
    const { failure, problems, isOfFields } = sortRefusal(error, (field) => (field === 'readerKeys' ? field : null));
    setProblem(isOfFields ? { readers: problems[0]?.message ?? '' } : { form: failure.message });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      scheduleKey: schedule?.scheduleKey ?? null,
      rowVersion: schedule?.rowVersion ?? null,
      viewKey,
      dashboardKey,
      every,
      weekday: every === 'week' ? weekday : null,
      monthDay: every === 'month' ? monthDay : null,
      hour,
      readerKeys,
      fileKind,
    };
    const [first] = schemaProblems(reportScheduleFormSchema, body);
    setProblem(first ? { readers: first.message } : {});
    if (first) return;
    save.mutate(body, {
      onSuccess: () => {
        toast.success(`Schedule of “${of}” saved.`);
        onSaved();
      },
    });
  };
  return (
    <Modal opened onClose={onClose} title={<strong>{`Schedule ${of}`}</strong>} centered size={520}>
      <FormStack onSubmit={submit} noValidate>
        <SegmentedControl
          aria-label="How often"
          data-autofocus
          value={every}
          onChange={(value) => setEvery(value)}
          data={[
            { value: 'day', label: 'Daily' },
            { value: 'week', label: 'Weekly' },
            { value: 'month', label: 'Monthly' },
          ]}
        />
        <Columns min={160} gap={10}>
          {every === 'week' && (
            <NativeSelect
              label="Weekday"
              value={String(weekday)}
              data={SCHEDULE_WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }))}
              onChange={(event) => setWeekday(Number(event.currentTarget.value))}
            />
          )}
          {every === 'month' && (
            <NativeSelect
              label="Day of the month"
              value={String(monthDay)}
              data={MONTH_DAYS}
              onChange={(event) => setMonthDay(Number(event.currentTarget.value))}
            />
          )}
          <NativeSelect
            label={`Hour (${zone})`}
            value={String(hour)}
            data={HOURS}
            onChange={(event) => setHour(Number(event.currentTarget.value))}
          />
          <NativeSelect
            label="File"
            value={fileKind}
            data={FILES.filter(({ value }) => (value === 'pdf') === isDashboard)}
            onChange={(event) => setFileKind(event.currentTarget.value as ScheduleFile)}
          />
        </Columns>
        <PickList
          label="Readers"
          items={(readers.data ?? []).map(({ userKey, name, company }) => ({
            key: userKey,
            label: name,
            note: company,
          }))}
          chosen={readerKeys}
          noneMeans="None selected"
          isLoading={readers.isPending}
          error={problem.readers}
          onChange={setReaderKeys}
        />
        <Note size="xs">
          {isDashboard
            ? 'Each reader gets only what they may see at that time. A card that a reader may not see says so in its place. Each card has its own dates and filters.'
            : 'Each reader gets only what they may see at that time. Who may not see a field of the view gets no mail, and the log says so.'}
        </Note>
        {problem.form && <ErrorText role="alert">{problem.form}</ErrorText>}
        <ButtonRow>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save schedule
          </Button>
        </ButtonRow>
      </FormStack>
    </Modal>
  );
};
