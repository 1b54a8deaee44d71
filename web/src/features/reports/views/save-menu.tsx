import { Box, Button, Menu, Text } from '@mantine/core';
import {
  type ReportQuestion,
  type SavedView,
  savedViewDefault,
  savedViewList,
  savedViewSave,
} from '@paceline/contract';
import { IconBookmark, IconCheck } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { toast } from '../../../ui/toast/toast-store.ts';
import { useOwnerChange, useViews } from './api.ts';
import { currentView, isChanged } from './prepare-views.ts';
import { viewHrefs } from './view-hrefs.ts';
import classes from './views.module.css';

// Loaded on a click.
const SaveDialog = lazy(async () => ({ default: (await import('./save-dialog.tsx')).SaveDialog }));

interface SaveMenuProps {
  ownerKey: number;
  /** The page's current question. */
  question: ReportQuestion;
  onOpen: (question: ReportQuestion) => void;
  /** Whether the address has no question yet: a view is then opened. */
  isBlank: boolean;
  /** The view named in the address; without one, the user's default view. */
  viewKey: number | null;
  /** Called if the view does not exist for this viewer. */
  onNoView: () => void;
}

/** Saves, opens and updates views, in the head of a page with a report question. */
export const SaveMenu = ({ ownerKey, question, onOpen, isBlank, viewKey, onNoView }: SaveMenuProps) => {
  const { views, defaultKey, isLoading } = useViews(ownerKey);
  const [openedKey, setOpenedKey] = useState<number | null>(viewKey);
  const [isNaming, setNaming] = useState(false);
  const current = currentView(views, openedKey, question);
  const changed = isChanged(current, question);
  const update = useOwnerChange(savedViewSave, ownerKey, [savedViewList]);
  const choose = useOwnerChange(savedViewDefault, ownerKey, [savedViewList]);
  const open = (view: SavedView) => {
    setOpenedKey(view.viewKey);
    onOpen(view.question);
  };
  const write = ({ viewKey: key, rowVersion, name, description, sharing }: SavedView) =>
    update.mutate(
      { viewKey: key, rowVersion, name, description, sharing, question },
      { onSuccess: () => toast.success(`View “${name}” updated.`) },
    );
  const first = views.find((view) => view.viewKey === (viewKey ?? defaultKey));
  const hasBegun = useRef(!isBlank);
  useEffect(() => {
    // Only once: going back from the view shows the page without one.
    if (hasBegun.current || isLoading) return;
    if (first === undefined) {
      if (viewKey !== null) onNoView();
      return;
    }
    hasBegun.current = true;
    // oxlint-disable-next-line react/set-state-in-effect -- which view comes first is known once the list is there
    setOpenedKey(first.viewKey);
    onOpen(first.question);
  }, [first, isLoading, viewKey, onOpen, onNoView]);
  const isDefault = current !== undefined && current.viewKey === defaultKey;
  return (
    <>
      <Menu position="bottom-end" width={280} shadow="md">
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden="true" />}>
            {current?.name ?? 'Saved views'}
            {changed && (
              <Text span size="xs" ms={8} c="dimmed">
                changed
              </Text>
            )}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && <Menu.Label>No saved view yet</Menu.Label>}
          <Box mah={300} style={{ overflowY: 'auto' }}>
            {views.map((one) => (
              <Menu.Item
                key={one.viewKey}
                aria-current={one === current || undefined}
                leftSection={
                  one === current ? <IconCheck size={14} aria-hidden="true" /> : <span className={classes.gap} />
                }
                onClick={() => open(one)}
              >
                {one.name}
              </Menu.Item>
            ))}
          </Box>
          <Menu.Divider />
          {current && changed && current.mayChange && (
            <Menu.Item onClick={() => write(current)}>{`Update “${current.name}”`}</Menu.Item>
          )}
          {current && changed && <Menu.Item onClick={() => open(current)}>Discard changes</Menu.Item>}
          <Menu.Item onClick={() => setNaming(true)}>{current ? 'Save as…' : 'Save view…'}</Menu.Item>
          {current && (
            <Menu.Item onClick={() => choose.mutate({ viewKey: isDefault ? null : current.viewKey })}>
              {isDefault ? 'Stop opening by default' : 'Open by default'}
            </Menu.Item>
          )}
          <Menu.Item component="a" href={viewHrefs.savedViews(ownerKey)}>
            All saved views
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <Suspense fallback={null}>
          <SaveDialog
            ownerKey={ownerKey}
            question={question}
            view={null}
            onSaved={(saved) => {
              setOpenedKey(saved.viewKey);
              setNaming(false);
            }}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      )}
    </>
  );
};
