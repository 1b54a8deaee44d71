import { type AllocationMonth, allocationsPulse, type CampaignRow, type SheetPerson } from '@paceline/contract';
import { useEffect, useRef, useState } from 'react';
import { fetchApi } from '../../../lib/api/api.ts';
import { useOwnerEvents } from '../../../shared/use-owner-events.ts';
import { useStable } from '../../../ui/grid/use-stable.ts';
import { ofOwner } from '../api.ts';
import { type Arrival, mergeCells } from '../sheet/sheet-arrivals.ts';
import type { CellMap } from '../sheet/sheet-rows.ts';
import type { Sheet } from '../sheet/use-sheet.ts';

/** The server counts somebody as there for 25 seconds. Without an owner there are no events, and saves are asked for more often. */
const PULSE_MS = { withEvents: 10_000, without: 4_000 };
/** Statuses and projections follow a save of somebody else, once for several. */
const REFRESH_MS = 1_500;

interface LiveSheet {
  people: readonly SheetPerson[];
  /** What others saved since the page was opened or the marks were dismissed. */
  arrivals: CellMap<Arrival>;
  dismiss: () => void;
}

const NONE: CellMap<Arrival> = new Map();

interface LiveInput {
  month: AllocationMonth;
  ownerKey: number | null;
  sheet: Sheet<CampaignRow>;
  /** Reads the month again. */
  onMoved: () => void;
}

/** Keeps an open sheet up with what others save, and says who else has it open. A hidden tab does neither. */
export const useLiveSheet = ({ month, ownerKey, sheet, onMoved }: LiveInput): LiveSheet => {
  const [people, setPeople] = useState<readonly SheetPerson[]>([]);
  const [arrivals, setArrivals] = useState(NONE);
  const since = useRef<string | null>(null);
  const seenKeys = useRef(new Set<number>());
  const pending = useRef<AbortController | null>(null);
  const refresh = useRef<ReturnType<typeof setTimeout>>(undefined);

  const takeOver = useStable((changes: Awaited<ReturnType<typeof ask>>) => {
    if (!changes) return;
    since.current = changes.at;
    setPeople((before) => (JSON.stringify(before) === JSON.stringify(changes.people) ? before : changes.people));
    const fresh = changes.changes.filter(({ changeKey }) => !seenKeys.current.has(changeKey));
    if (fresh.length === 0) return;
    for (const { changeKey } of fresh) seenKeys.current.add(changeKey);
    const marks = sheet.arrive(
      fresh.map(({ campaignKey, field, ...change }) => ({ ...change, rowKey: campaignKey, columnKey: field })),
    );
    setArrivals((before) => mergeCells(before, marks));
    if (marks.size === 0) return;
    clearTimeout(refresh.current);
    refresh.current = setTimeout(onMoved, REFRESH_MS);
  });
  const ask = (signal: AbortSignal) =>
    fetchApi(allocationsPulse, { params: { month }, ...ofOwner(ownerKey), body: { since: since.current } }, { signal });
  const pulse = useStable(() => {
    // A save in progress answers with its own versions.
    if (document.hidden || pending.current || sheet.isSaving) return;
    const controller = new AbortController();
    pending.current = controller;
    void ask(controller.signal)
      .then((answer) => (controller.signal.aborted ? undefined : takeOver(answer)))
      // The next one asks for the same time again.
      .catch(() => undefined)
      .finally(() => {
        if (pending.current === controller) pending.current = null;
      });
  });
  useOwnerEvents(ownerKey, pulse);
  useEffect(() => {
    pulse();
    const timer = setInterval(pulse, ownerKey === null ? PULSE_MS.without : PULSE_MS.withEvents);
    document.addEventListener('visibilitychange', pulse);
    return () => {
      clearInterval(timer);
      clearTimeout(refresh.current);
      document.removeEventListener('visibilitychange', pulse);
      pending.current?.abort();
      pending.current = null;
    };
  }, [ownerKey, pulse]);
  const dismiss = useStable(() => setArrivals(NONE));
  return { people, arrivals, dismiss };
};
