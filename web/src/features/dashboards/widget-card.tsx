import { ActionIcon, Menu, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type LabelSetName, type UserGroup, type WidgetBody, type WidgetRow, WIDGETS } from '@paceline/contract';
import { IconArrowDown, IconArrowUp, IconDotsVertical, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { saveFile } from '../../lib/download.ts';
import type { ChartHandle } from '../../ui/chart/chart.tsx';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { widgetQuery } from './api.ts';
import type { Slot } from './dashboards.ts';
import { namedStages } from './prepare-charts.ts';
import { widgetColumns } from './prepare-columns.ts';
import { widgetCsv } from './prepare-file.ts';
import { pngFile } from './png-file.ts';
import { WidgetBodyView } from './widget-body.tsx';
import classes from './widget-card.module.css';

interface WidgetCardProps {
  place: Slot;
  body: WidgetBody;
  labels: LabelSetName;
  group: UserGroup;
  /** While the page is being rearranged. */
  arranging: { move: (by: -1 | 1) => void; hide: () => void } | null;
  onPick: (place: Slot, row: WidgetRow, range: { from: string; to: string }) => void;
}

const fileName = (title: string, ending: string): string =>
  `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${ending}`;

const dayText = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' });
const written = (iso: string): string => dayText.format(new Date(`${iso}T00:00:00Z`));

/** A widget: its own loading, its own failure, its own table and files. What happens here leaves the others standing. */
export const WidgetCard = ({ place, body, labels, group, arranging, onPick }: WidgetCardProps) => {
  const { slot, widget, title, view, wide } = place;
  const asked = useMemo(() => ({ ...body, ...place.body }), [body, place.body]);
  const query = useQuery(widgetQuery(slot, widget, asked));
  const columns = useMemo(() => widgetColumns(widget, labels, group), [widget, labels, group]);
  const [asTable, setAsTable] = useState(false);
  const [full, { open, close }] = useDisclosure(false);
  const chart = useRef<ChartHandle>(null);
  const id = useId();
  const { data, error } = query;
  const answer = useMemo(() => data && namedStages(data, labels), [data, labels]);
  const hasChart = view !== 'table' && view !== 'heat' && view !== 'tiles';

  const content = (tall: boolean) => {
    if (error !== null && answer === undefined)
      return (
        <RetryPanel
          message={error.message}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={() => void query.refetch()}
        />
      );
    if (answer === undefined) return <LoadingSkeleton label={`Loading ${title}`} lines={5} />;
    if (answer.data.length === 0)
      return <p className={classes.empty}>There is nothing to show for these dates and filters.</p>;
    return (
      <WidgetBodyView
        title={title}
        view={asTable && view !== 'tiles' ? 'table' : view}
        answer={answer}
        columns={columns}
        tall={tall}
        handle={chart}
        onPick={(row) => onPick(place, row, answer.range)}
      />
    );
  };

  return (
    <section
      className={classes.card}
      data-wide={wide || undefined}
      data-stale={query.isPlaceholderData || undefined}
      aria-labelledby={id}
    >
      <header className={classes.head}>
        <div>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {answer && (
            <p className={classes.range}>
              {written(answer.range.from)} – {written(answer.range.to)}
              {answer.compared && `, against ${written(answer.compared.from)} – ${written(answer.compared.to)}`} · as of{' '}
              {written(answer.asOf)}
            </p>
          )}
        </div>
        {arranging ? (
          <div className={classes.tools}>
            <ActionIcon variant="default" aria-label={`Move ${title} up`} onClick={() => arranging.move(-1)}>
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon variant="default" aria-label={`Move ${title} down`} onClick={() => arranging.move(1)}>
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon variant="default" aria-label={`Hide ${title}`} onClick={arranging.hide}>
              <IconEyeOff size={16} />
            </ActionIcon>
          </div>
        ) : (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`${title}: more`}>
                <IconDotsVertical size={16} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {hasChart && (
                <Menu.Item onClick={() => setAsTable(!asTable)}>
                  {asTable ? 'View as chart' : 'View as table'}
                </Menu.Item>
              )}
              <Menu.Item
                disabled={answer === undefined}
                onClick={() =>
                  answer &&
                  saveFile({
                    name: fileName(title, 'csv'),
                    blob: new Blob(['\uFEFF', widgetCsv(answer, columns)], { type: 'text/csv;charset=utf-8' }),
                  })
                }
              >
                Download CSV
              </Menu.Item>
              {hasChart && !asTable && (
                <Menu.Item
                  onClick={() => {
                    const file = pngFile(chart.current?.toPng() ?? null, fileName(title, 'png'));
                    if (file) saveFile(file);
                  }}
                >
                  Download PNG
                </Menu.Item>
              )}
              <Menu.Item onClick={open}>Full screen</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </header>
      {content(false)}
      {answer?.notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      <Modal opened={full} onClose={close} title={WIDGETS[widget].title} fullScreen>
        {full && content(true)}
      </Modal>
    </section>
  );
};
