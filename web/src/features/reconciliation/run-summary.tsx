import { Button, Group, Menu, NativeSelect, Tabs, Text } from '@mantine/core';
import {
  type CallResponse,
  RECONCILIATION_KINDS,
  type reconciliationGet,
  type ReconciliationKind,
  type ReconciliationRun,
} from '@paceline/contract';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { formatCount, formatDollars, formatInstant } from '../../lib/text/format.ts';
import { Note } from '../../ui/pieces/note.tsx';
import { useDifferencesFile } from './api.ts';
import { GROUP_WORDS } from './prepare-reconciliation.ts';
import classes from './reconciliation.module.css';

type Shown = CallResponse<typeof reconciliationGet>;

const runText = ({ fileName, fileRows, uploadedAt, uploadedGroup, uploadedBy }: ReconciliationRun, timeZone: string) =>
  `${fileName}, ${formatCount(fileRows)} ${fileRows === 1 ? 'row' : 'rows'}, ${[GROUP_WORDS[uploadedGroup], uploadedBy, formatInstant(uploadedAt, timeZone)].filter(Boolean).join(', ')}`;

interface RunSummaryProps {
  shown: Shown & { run: ReconciliationRun };
  ownerKey: number;
  timeZone: string;
  onRun: (runKey: number) => void;
}

/** The remaining difference between the sides, and how much is settled. */
export const RunSummary = ({ shown, ownerKey, timeZone, onRun }: RunSummaryProps) => {
  const { run, history, difference, ourTotal, theirTotal, accepted, agreed } = shown;
  const file = useDifferencesFile(ownerKey, run.runKey);
  const figures: [label: string, amount: number][] = [
    ['Ours', ourTotal],
    ['Theirs', theirTotal],
    ['Accepted as adjustments', accepted],
    ['Agreed by the other side', agreed],
  ];
  return (
    <section className={classes.summary} aria-label="Difference">
      <div className={classes.figure} data-done={difference === 0 || undefined}>
        <Text span size="sm" c="dimmed">
          Difference
        </Text>
        <Text
          component="strong"
          inherit
          fz="1.6rem"
          lh={1.2}
          role="status"
          aria-label={`Difference ${formatDollars(difference)}`}
        >
          {formatDollars(difference)}
        </Text>
      </div>
      <dl className={classes.figures}>
        {figures.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatDollars(amount)}</dd>
          </div>
        ))}
      </dl>
      <Group
        gap="8px 12px"
        justify="flex-end"
        align="flex-end"
        flex="1 1 260px"
        miw={0}
        style={{ overflowWrap: 'anywhere' }}
      >
        {history.length > 1 ? (
          <NativeSelect
            size="xs"
            label="List"
            value={String(run.runKey)}
            data={history.map((one) => ({
              value: String(one.runKey),
              label: `${one.replacedAt === null ? '' : 'Replaced: '}${runText(one, timeZone)}`,
            }))}
            onChange={(event) => onRun(Number(event.currentTarget.value))}
          />
        ) : (
          <Note>{runText(run, timeZone)}</Note>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              loading={file.isPending}
              leftSection={<IconDownload size={15} aria-hidden="true" />}
              rightSection={<IconChevronDown size={14} aria-hidden="true" />}
            >
              Export differences
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => file.mutate({ format: 'xlsx' })}>Excel (.xlsx)</Menu.Item>
            <Menu.Item onClick={() => file.mutate({ format: 'csv' })}>CSV (.csv)</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </section>
  );
};

/** One tab per kind, with total and open counts. */
export const KindTabs = ({
  kinds,
  kind,
  onKind,
}: {
  kinds: Shown['kinds'];
  kind: ReconciliationKind;
  onKind: (kind: ReconciliationKind) => void;
}) => (
  <Tabs value={kind} onChange={(value) => onKind(value as ReconciliationKind)} keepMounted={false}>
    <Tabs.List className={classes.tabs}>
      {kinds.map(({ kind: one, rows, open, difference }) => (
        <Tabs.Tab key={one} value={one}>
          {RECONCILIATION_KINDS[one]}{' '}
          <Text span inherit c="dimmed">
            {formatCount(rows)}
          </Text>{' '}
          {open > 0 && (
            <Text span size="xs" ms={6} c="dimmed">{`${formatCount(open)} left, ${formatDollars(difference)}`}</Text>
          )}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  </Tabs>
);
