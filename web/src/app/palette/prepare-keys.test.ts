import { expect, it } from 'vitest';
import { prepareKeys } from './prepare-keys.ts';

it('lists the keys of the page first, each once, and those of every page', () => {
  const shortcuts = [
    { keys: 'Control+S', label: 'Save' },
    { keys: 'Control+S', label: 'Save' },
    { keys: 't', label: 'View as table' },
  ];
  const groups = prepareKeys({ shortcuts, table: 'none' });
  expect(groups.map(({ title }) => title)).toEqual(['This page', 'Everywhere']);
  expect(groups[0]?.lines).toEqual([
    { keys: 'Ctrl+S', does: 'Save' },
    { keys: 't', does: 'View as table' },
  ]);
  expect(groups.at(-1)?.lines.map(({ keys }) => keys)).toEqual(['Ctrl+K', '?', 'Esc']);
});

it('lists the keys of a table, and those that change it only where it is edited', () => {
  const keysOf = (table: 'read' | 'edited') => prepareKeys({ shortcuts: [], table })[0]?.lines.map(({ keys }) => keys);
  expect(keysOf('read')).not.toContain('Ctrl+D');
  expect(keysOf('edited')).toContain('Ctrl+D');
});
