import type { WidgetColumn } from '@paceline/contract';
import { useState } from 'react';
import { readJson, writeJson } from '../../../lib/storage/json-storage.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { DASHBOARD_KEY } from '../../../lib/storage/storage-keys.ts';

type Stored = Record<string, unknown>;
const readAll = (): Stored => (readJson(localStorage, DASHBOARD_KEY) as Stored | null) ?? {};

/** Column visibility set by the user, by key. */
type Choices = Readonly<Record<string, boolean>>;
const isChoices = (value: unknown): value is Choices => typeof value === 'object' && value !== null;

export const isShown = ({ key, hidden }: WidgetColumn, choices: Choices): boolean => choices[key] ?? hidden !== true;

/** The user's choice of columns in a widget's table. Name columns are always shown. */
export const useColumns = (slot: string) => {
  const userId = useSession((state) => state.userId);
  const name = `${userId ?? ''} columns ${slot}`;
  const [choices, setChoices] = useState<Choices>(() => {
    const storedColumns = readAll()[name];
    return isChoices(storedColumns) ? storedColumns : {};
  });
  const store = (next: Choices): void => {
    setChoices(next);
    const { [name]: _before, ...others } = readAll();
    writeJson(localStorage, DASHBOARD_KEY, Object.keys(next).length === 0 ? others : { ...others, [name]: next });
  };
  return {
    choices,
    isChanged: Object.keys(choices).length > 0,
    toggle: (column: WidgetColumn) => store({ ...choices, [column.key]: !isShown(column, choices) }),
    reset: () => store({}),
  };
};
