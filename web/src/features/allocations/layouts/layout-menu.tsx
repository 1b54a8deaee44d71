import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconLayoutColumns } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { toast } from '../../../ui/toast/toast-store.ts';
import { STANDARD } from './built-in.ts';
import type { LayoutNaming } from './layout-dialog.tsx';
import type { Layouts } from './use-layouts.ts';

const LayoutDialog = lazy(async () => ({ default: (await import('./layout-dialog.tsx')).LayoutDialog }));

const copyLink = async () => {
  try {
    await navigator.clipboard.writeText(window.location.href);
    toast.success('Link copied.');
  } catch {
    toast.info('Your browser does not allow copying. Copy the link from the address bar.');
  }
};

/** Selects a named layout of the campaigns: columns, order and filters. Layouts are built in, shared by the team, or the user's own. */
export const LayoutMenu = ({ layouts }: { layouts: Layouts }) => {
  const { name, current, named, isChanged, stored, layout, defaultName, store } = layouts;
  const [naming, setNaming] = useState<LayoutNaming | null>(null);

  const saveNew = () =>
    setNaming({
      title: 'Save layout',
      action: 'Save layout',
      name: '',
      shared: false,
      onSave: async (wanted, shared) => {
        await store?.save.mutateAsync({ layoutKey: null, name: wanted, shared, layout });
        layouts.setLayout(stored);
        layouts.choose(wanted);
      },
    });
  const rename = () =>
    current &&
    setNaming({
      title: 'Rename or share',
      action: 'Save',
      name: current.name,
      shared: current.shared,
      onSave: async (wanted, shared) => {
        await store?.save.mutateAsync({ layoutKey: current.layoutKey, name: wanted, shared, layout: stored });
        layouts.choose(wanted);
      },
    });
  const saveChanges = () => {
    if (!current) return;
    const { layoutKey, shared } = current;
    store?.save.mutate(
      { layoutKey, name, shared, layout },
      { onSuccess: () => toast.success(`Layout “${name}” saved.`) },
    );
  };
  const remove = () => {
    if (!current || !store) return;
    const { layoutKey } = current;
    store.remove.mutate(
      { layoutKey, isRemoved: true },
      {
        onSuccess: () => {
          layouts.choose(STANDARD);
          const onAct = () =>
            store.remove.mutate({ layoutKey, isRemoved: false }, { onSuccess: () => layouts.choose(name) });
          toast.success(`Layout “${name}” deleted.`, { label: 'Undo', onAct });
        },
      },
    );
  };

  const entry = (one: string, note?: string): ReactNode => (
    <Menu.Item
      key={one}
      aria-current={one === name || undefined}
      leftSection={one === name ? <IconCheck size={14} aria-hidden="true" /> : <span style={{ width: 14 }} />}
      onClick={() => layouts.choose(one)}
    >
      {one}
      {note}
      {one === defaultName && ' · default'}
    </Menu.Item>
  );
  const team = named.filter(({ shared }) => shared);
  const mine = named.filter(({ shared }) => !shared);
  return (
    <>
      <Menu position="bottom-end" width={280} shadow="md">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconLayoutColumns size={15} aria-hidden="true" />}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          >
            {`Layout: ${name}${isChanged ? ' (changed)' : ''}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {layouts.builtIn.map((one) => entry(one))}
          {team.length > 0 && <Menu.Label>Team</Menu.Label>}
          {team.map(({ name: one, by, isMine }) => entry(one, isMine ? '' : ` · ${by}`))}
          {mine.length > 0 && <Menu.Label>Private</Menu.Label>}
          {mine.map(({ name: one }) => entry(one))}
          <Menu.Divider />
          {isChanged && current?.mayChange && (
            <Menu.Item onClick={saveChanges}>{`Save changes to “${name}”`}</Menu.Item>
          )}
          {store && <Menu.Item onClick={saveNew}>Save as new layout…</Menu.Item>}
          {isChanged && <Menu.Item onClick={() => layouts.setLayout(stored)}>Discard layout changes</Menu.Item>}
          {current?.mayChange && <Menu.Item onClick={rename}>Rename or share…</Menu.Item>}
          {store && name !== defaultName && (
            <Menu.Item onClick={() => store.setDefault.mutate(name === STANDARD ? null : name)}>
              Use as my default
            </Menu.Item>
          )}
          <Menu.Item onClick={() => void copyLink()}>Copy link</Menu.Item>
          {current?.mayChange && <Menu.Item color="red" onClick={remove}>{`Delete “${name}”`}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {naming && (
        <Suspense fallback={null}>
          <LayoutDialog naming={naming} onClose={() => setNaming(null)} />
        </Suspense>
      )}
    </>
  );
};
