import { Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { questionWords, type SavedView, savedViewDefault, savedViewList, savedViewRemove } from '@paceline/contract';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatInstant, localZone } from '../../../lib/text/format.ts';
import { useLabels } from '../../../lib/address/owner-labels.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { useOwnerChange, viewsQuery } from './api.ts';
import { searchViews, sharedText } from './prepare-views.ts';
import { viewHrefs } from './view-hrefs.ts';
import record from '../../../ui/lists/record-list.module.css';

const ScheduleDialog = lazy(async () => ({
  default: (await import('../schedules/schedule-dialog.tsx')).ScheduleDialog,
}));
const SaveDialog = lazy(async () => ({ default: (await import('./save-dialog.tsx')).SaveDialog }));

interface RowProps {
  ownerKey: number;
  view: SavedView;
  isDefault: boolean;
  onRename: () => void;
  /** Null if the viewer may not schedule. */
  onSchedule: (() => void) | null;
}

const ViewRow = ({ ownerKey, view, isDefault, onRename, onSchedule }: RowProps) => {
  const { viewKey, name, description, question, mayChange } = view;
  const labels = useLabels()(ownerKey);
  const remove = useOwnerChange(savedViewRemove, ownerKey, [savedViewList]);
  const choose = useOwnerChange(savedViewDefault, ownerKey, [savedViewList]);
  const drop = () =>
    remove.mutate(
      { viewKey, isRemoved: true },
      {
        onSuccess: () =>
          toast.success(`View “${name}” deleted.`, {
            label: 'Undo',
            onAct: () => remove.mutate({ viewKey, isRemoved: false }),
          }),
      },
    );
  return (
    <li className={record.row}>
      <div className={record.words}>
        <Group gap="2px 10px" fz="sm">
          <strong>{name}</strong>
          {isDefault && <StatusMark tone="good">Opens first</StatusMark>}
        </Group>
        {description && <Text size="sm">{description}</Text>}
        <Note size="xs">{questionWords(question, groupOfSession() ?? 'cl', labels)}</Note>
        <Note size="xs">{`${sharedText(view)} · changed ${formatInstant(view.updatedAt, localZone())}`}</Note>
      </div>
      <Group gap={8}>
        <Button
          component="a"
          href={viewHrefs.view(ownerKey, view)}
          size="xs"
          variant="default"
          aria-label={`Open ${name}`}
        >
          Open
        </Button>
        {onSchedule && (
          <Button size="xs" variant="default" aria-label={`Schedule ${name}`} onClick={onSchedule}>
            Schedule
          </Button>
        )}
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <Button size="xs" variant="default" aria-label={`More for ${name}`}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {mayChange && <Menu.Item onClick={onRename}>Rename or share…</Menu.Item>}
            <Menu.Item onClick={() => choose.mutate({ viewKey: isDefault ? null : viewKey })}>
              {isDefault ? 'Stop opening by default' : 'Open by default'}
            </Menu.Item>
            {mayChange && (
              <Menu.Item color="red" onClick={drop}>
                Delete
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  );
};

export const ViewsList = ({ ownerKey }: { ownerKey: number }) => {
  const query = useQuery(viewsQuery(ownerKey));
  const [text, setText] = useState('');
  const [renamed, setRenamed] = useState<SavedView | null>(null);
  const [scheduled, setScheduled] = useState<SavedView | null>(null);
  const maySchedule = useMay('reports:Schedule');
  return (
    <SectionCard title="Views">
      <Loaded query={query} what="saved views" lines={4}>
        {({ views, defaultKey }) => {
          const matches = searchViews(views, text);
          if (views.length === 0)
            return <EmptyState title="No saved views yet">Build a report in Media Analysis and save it.</EmptyState>;
          return (
            <>
              <TextInput
                maw={360}
                mb={6}
                size="sm"
                aria-label="Search views"
                placeholder="Search by name, description or creator"
                leftSection={<IconSearch size={15} aria-hidden="true" />}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              {matches.length === 0 && (
                <EmptyState
                  title="No view matches"
                  action={
                    <Button size="xs" variant="default" onClick={() => setText('')}>
                      Clear search
                    </Button>
                  }
                />
              )}
              <PlainList aria-label="Saved views">
                {matches.map((view) => (
                  <ViewRow
                    key={view.viewKey}
                    ownerKey={ownerKey}
                    view={view}
                    isDefault={view.viewKey === defaultKey}
                    onRename={() => setRenamed(view)}
                    onSchedule={maySchedule ? () => setScheduled(view) : null}
                  />
                ))}
              </PlainList>
            </>
          );
        }}
      </Loaded>
      {scheduled && (
        <Suspense fallback={null}>
          <ScheduleDialog
            ownerKey={ownerKey}
            subject={{ ...scheduled, dashboardKey: null }}
            schedule={null}
            onSaved={() => setScheduled(null)}
            onClose={() => setScheduled(null)}
          />
        </Suspense>
      )}
      {renamed && (
        <Suspense fallback={null}>
          <SaveDialog
            ownerKey={ownerKey}
            question={renamed.question}
            view={renamed}
            onSaved={() => setRenamed(null)}
            onClose={() => setRenamed(null)}
          />
        </Suspense>
      )}
    </SectionCard>
  );
};
