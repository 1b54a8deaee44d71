import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import {
  firstOfMonth,
  PLATFORM_REPORTS,
  type PlatformReport,
  type PlatformSource,
  type PlatformSourceKey,
  reportsOf,
  WEBSITE_SOURCE,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDay, todayIn } from '../../lib/text/format.ts';
import { pathTo } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { useOwnerKey } from '../../lib/session/session-store.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { calendarQuery, sourcesQuery } from './api.ts';
import { DayCalendar } from './day-calendar.tsx';
import { FilesCard } from './files-card.tsx';
import { monthsOf } from './prepare-platformdata.ts';
import { PushCard } from './push-card.tsx';
import { UploadCard } from './upload-card.tsx';
import classes from './platformdata.module.css';

const MONTHS_SHOWN = 6;

const keyOf = ({ accountKey }: PlatformSource): PlatformSourceKey => accountKey ?? WEBSITE_SOURCE;

interface SourceProps {
  ownerKey: number;
  source: PlatformSource;
}

const CalendarCard = ({ ownerKey, source }: SourceProps) => {
  const sourceKey = keyOf(source);
  const reports = reportsOf(sourceKey);
  const [opened] = useState(() => new Date());
  const thisMonth = firstOfMonth(todayIn(source.timeZone, opened));
  const [report, setReport] = useState<PlatformReport>(reports[0]!);
  const [last, setLast] = useState(thisMonth);
  const query = useQuery(calendarQuery(ownerKey, sourceKey, report, last.slice(0, 7)));
  return (
    <SectionCard title="Days" note="By the account’s own calendar. Choose a day to see the file’s totals beside ours.">
      <Group gap={12} align="flex-end">
        <NativeSelect
          label="Report"
          value={report}
          data={reports.map((value) => ({ value, label: PLATFORM_REPORTS[value] }))}
          onChange={({ currentTarget }) => setReport(currentTarget.value as PlatformReport)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setLast(firstOfMonth(last, -MONTHS_SHOWN))}>
            Earlier months
          </Button>
          <Button
            variant="default"
            disabled={last >= thisMonth}
            onClick={() => setLast(firstOfMonth(last, MONTHS_SHOWN))}
          >
            Later months
          </Button>
        </div>
      </Group>
      <Loaded query={query} what="days">
        {({ from, to, days }) => (
          <DayCalendar
            key={`${report} ${from}`}
            months={monthsOf(from, to, days)}
            report={report}
            timeZone={source.timeZone}
          />
        )}
      </Loaded>
    </SectionCard>
  );
};

const Source = ({ ownerKey, source }: SourceProps) => {
  const mayUpdate = useMay('tradingplatforms:Update');
  const shared = { ownerKey, source, sourceKey: keyOf(source), timeZone: source.timeZone };
  return (
    <>
      <p className={classes.note}>
        {source.lastDay === null ? 'No data yet.' : `Data through ${formatDay(source.lastDay)}.`}
      </p>
      {source.lastError !== null && (
        <Text inherit c="var(--mantine-color-error)" fz={13}>{`Last error: ${source.lastError}`}</Text>
      )}
      {mayUpdate && <UploadCard {...shared} />}
      <CalendarCard ownerKey={ownerKey} source={source} />
      <FilesCard {...shared} />
      {mayUpdate && <PushCard {...shared} />}
    </>
  );
};

/** Reports of ad platforms and the website: loaded days, and their files. */
export const PlatformDataPage = () => {
  const ownerKey = useOwnerKey();
  const { semClientAccountKey: keyText } = useParams({ strict: false });
  const navigate = useNavigate();
  return (
    <Loaded query={useQuery(sourcesQuery(ownerKey))} what="accounts">
      {(sources) => {
        const source = sources.find((one) => String(keyOf(one)) === keyText) ?? sources[0];
        return (
          <Stack gap={16}>
            <NativeSelect
              flex="1 1 280px"
              maw={460}
              label="Account"
              value={source === undefined ? '' : String(keyOf(source))}
              data={sources.map((one) => ({
                value: String(keyOf(one)),
                label: one.accountKey === null ? one.name : `${one.name} (${one.accountId})`,
              }))}
              onChange={({ currentTarget }) =>
                void navigate({ to: pathTo('tradingPlatformData', { semClientAccountKey: currentTarget.value }) })
              }
            />
            {source && <Source key={String(keyOf(source))} ownerKey={ownerKey} source={source} />}
          </Stack>
        );
      }}
    </Loaded>
  );
};
