import { Button, Group, Stack, Text } from '@mantine/core';
import {
  isReportName,
  reportFile,
  type ReportName,
  reportOf,
  type CatalogueReport,
  type OwnerVariant,
} from '@paceline/contract';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { downloadApi, saveFile } from '../../../lib/files/download.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';
import { hrefOf, pathTo } from '../../../lib/address/paths.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { PageHead } from '../../../ui/pieces/page-head.tsx';
import { DashboardBar } from '../dashboard-bar.tsx';
import { readDashboardSearch } from '../dashboard-search.ts';
import { isOverTime } from '../dashboards.ts';
import type { ReportFiles } from '../files/report-files.ts';
import { bodyOf, chosenRange } from '../prepare-range.ts';
import { useKeptSearch } from '../use-kept-search.ts';
import { useOwnerDashboard } from '../use-owner-dashboard.tsx';
import { WidgetCard } from '../widgets/widget-card.tsx';
import { BlockedSources, BlockSource, useMayBlock } from './block-source.tsx';
import { InsightsOwner } from '../../../shared/insights-owner.tsx';
import { choicesOf, filtersFor, slotsOf } from './prepare-report.ts';
import { ReportChoices } from './report-choices.tsx';

interface ReportProps {
  name: ReportName;
  report: CatalogueReport;
  /** The campaign's key or code, as in the address. */
  campaign: string | undefined;
  ownerKey: number;
  variant: OwnerVariant;
  choice: ReactNode;
}

const saveReport = async (
  report: ReportName,
  ...[format, widget, body, columns]: Parameters<ReportFiles['download']>
) => {
  const file = await downloadApi(reportFile, {
    params: { report },
    body: { ...body, widget, format, columns: columns.map(({ key }) => key) },
  });
  if (file) saveFile(file);
};

const AllReports = ({ isPartner }: { isPartner: boolean }) => (
  <Button component="a" variant="default" href={hrefOf(pathTo(isPartner ? 'mpInsights' : 'insights'))}>
    All reports
  </Button>
);

/** Common frame of all reports: description, dates, filters and comparison from the address, parts and files. */
const Report = ({ name, report, campaign, ownerKey, variant, choice }: ReportProps) => {
  const said: Record<string, unknown> = useSearch({ strict: false });
  const search = useKeptSearch(
    ownerKey,
    useMemo(() => readDashboardSearch(said), [said]),
  );
  const { group, labels, today, recount, panel, pick } = useOwnerDashboard(ownerKey, variant);
  const slots = useMemo(() => slotsOf(name, report), [name, report]);
  const chosen = useMemo(() => chosenRange(search, today), [search, today]);
  const body = useMemo(
    () => ({ ...bodyOf(search, ownerKey, today), ...choicesOf(report, search, campaign) }),
    [search, ownerKey, today, report, campaign],
  );
  const mayBlock = useMayBlock();
  const blockable = name === 'publishersources' && mayBlock ? (body.campaignKeys?.[0] ?? null) : null;
  const files: ReportFiles | null =
    report.file === null ? null : { download: (...args) => void saveReport(name, ...args).catch(tellFailure) };
  return (
    <>
      <PageHead
        title={report.title}
        action={
          <Group gap="xs">
            {blockable !== null && <BlockSource campaignKey={blockable} />}
            <AllReports isPartner={group === 'mp'} />
          </Group>
        }
      />
      <Text inherit mt={-4} mb={12} c="dimmed">
        {report.question}
        {campaign !== undefined && ` Campaign ${campaign} only.`}
      </Text>
      {recount}
      {blockable !== null && <BlockedSources campaignKey={blockable} />}
      <DashboardBar
        search={search}
        chosen={chosen}
        today={today}
        isOverTime={slots.some(({ widget }) => widget === 'pacingMonth') ? false : slots.some(isOverTime)}
        filters={filtersFor(group)}
      >
        {choice}
        <ReportChoices report={report} search={search} group={group} labels={labels} />
      </DashboardBar>
      {chosen.kind === 'wrong' ? (
        <EmptyState title="No figures for these dates">{chosen.message}</EmptyState>
      ) : (
        <Stack gap={12}>
          {slots.map((place) => (
            <WidgetCard
              key={place.slot}
              place={place}
              body={body}
              today={today}
              labels={labels}
              group={group}
              arranging={null}
              onPick={pick}
              files={files}
            />
          ))}
        </Stack>
      )}
      {panel}
    </>
  );
};

export const ReportPage = () => {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  const group = groupOfSession() ?? 'cl';
  const name = params['reportName'] ?? '';
  return (
    <InsightsOwner>
      {({ ownerKey, variant, choice }) => {
        const report = isReportName(name) ? reportOf(name, group, variant) : null;
        if (!isReportName(name) || report === null)
          return (
            <>
              <PageHead title="Report" action={<AllReports isPartner={group === 'mp'} />} />
              <EmptyState title="Report not available">
                It belongs to another user group or this owner does not have it. See All reports.
              </EmptyState>
            </>
          );
        return (
          <Report
            key={`${name} ${ownerKey}`}
            name={name}
            report={report}
            campaign={params['campaignCode']}
            ownerKey={ownerKey}
            variant={variant}
            choice={choice}
          />
        );
      }}
    </InsightsOwner>
  );
};
