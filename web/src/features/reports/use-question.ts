import { type ReportQuestion, type ReportVertical, type UserGroup, writtenQuestion } from '@paceline/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Explore, readExplore } from './explore/prepare-explore.ts';
import { defaultQuestion } from './prepare-question.ts';
import { questionOfAddress } from './question-of-address.ts';
import { readQuestionSearch } from './question-search.ts';

/** A question changed in the bar runs after this delay; one changed by a click in a picture at once. */
const SETTLED_MS = 400;

type Said = Record<string, string | undefined>;

const writtenExplore = ({ lead, boards, grain, by }: Explore): Said => ({ lead, boards: boards?.join(','), grain, by });

/** The page's state: the question in the address. Each change is a history step for Back and Ctrl+Z. */
export const useQuestion = (group: UserGroup, vertical: ReportVertical) => {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { question: text, shade, view } = readQuestionSearch(search);
  const navigate = useNavigate();
  const addressQuestion = useMemo(() => questionOfAddress(text), [text]);
  const question = useMemo(
    () =>
      addressQuestion === null || addressQuestion === 'broken' ? defaultQuestion(group, vertical) : addressQuestion,
    [addressQuestion, group, vertical],
  );
  const explore = useMemo(() => readExplore(search), [search]);
  const before = useRef<Said[]>([]);

  const go = useCallback(
    (change: Record<string, string | undefined>, replace = false) => {
      void navigate({
        to: '.',
        search: ((now: Record<string, unknown>) => ({ ...now, ...change })) as never,
        replace,
        resetScroll: false,
      });
    },
    [navigate],
  );
  const change = useCallback(
    (next: ReportQuestion, shown: Explore = explore) => {
      const current: Said = { question: text, ...writtenExplore(explore) };
      const said: Said = { question: writtenQuestion(next), ...writtenExplore(shown) };
      if (Object.entries(said).every(([name, value]) => current[name] === value)) return;
      before.current.push(current);
      go(said);
    },
    [go, text, explore],
  );
  const undo = useCallback((): boolean => {
    const last = before.current.pop();
    if (last === undefined) return false;
    go(last);
    return true;
  }, [go]);
  const setShade = useCallback((isOn: boolean) => go({ shade: isOn ? 'on' : undefined }, true), [go]);
  return {
    question,
    explore,
    isBlank: addressQuestion === null,
    /** Whether the address names a saved view whose question is still loading. */
    namesView: addressQuestion === null && view !== undefined,
    isBroken: addressQuestion === 'broken',
    change,
    undo,
    isShaded: shade === 'on',
    setShade,
  };
};

/** The question to run: the current one after a delay, or at once on request; none while a view is loading. */
export const useSettled = (question: ReportQuestion, isWaiting: boolean, isInstant: RefObject<boolean>) => {
  const [settled, setSettled] = useState(isWaiting ? null : question);
  if (settled === null && !isWaiting) setSettled(question);
  useEffect(() => {
    if (isWaiting) return undefined;
    const timer = setTimeout(() => setSettled(question), isInstant.current ? 0 : SETTLED_MS);
    return () => clearTimeout(timer);
  }, [question, isWaiting, isInstant]);
  return { settled, askNow: () => setSettled(question) };
};
