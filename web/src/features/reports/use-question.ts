import type { ReportQuestion, ReportVertical, UserGroup } from '@paceline/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { defaultQuestion } from './prepare-question.ts';
import { writtenQuestion } from '../../shared/analysis-path.ts';
import { questionOfAddress, readQuestionSearch } from './question-search.ts';

/** A changed question runs after this delay. */
const SETTLED_MS = 400;

/** The page's state: the question in the address. Each change is a history step for Back and Ctrl+Z. */
export const useQuestion = (group: UserGroup, vertical: ReportVertical) => {
  const said: Record<string, unknown> = useSearch({ strict: false });
  const { question: text, shade, view } = readQuestionSearch(said);
  const navigate = useNavigate();
  const addressQuestion = useMemo(() => questionOfAddress(text), [text]);
  const question = useMemo(
    () =>
      addressQuestion === null || addressQuestion === 'broken' ? defaultQuestion(group, vertical) : addressQuestion,
    [addressQuestion, group, vertical],
  );
  const before = useRef<(string | undefined)[]>([]);

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
    (next: ReportQuestion) => {
      const written = writtenQuestion(next);
      if (written === text) return;
      before.current.push(text);
      go({ question: written });
    },
    [go, text],
  );
  const undo = useCallback((): boolean => {
    if (before.current.length === 0) return false;
    go({ question: before.current.pop() });
    return true;
  }, [go]);
  const setShade = useCallback((isOn: boolean) => go({ shade: isOn ? 'on' : undefined }, true), [go]);
  return {
    question,
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
export const useSettled = (question: ReportQuestion, isWaiting: boolean) => {
  const [settled, setSettled] = useState(isWaiting ? null : question);
  if (settled === null && !isWaiting) setSettled(question);
  useEffect(() => {
    if (isWaiting) return undefined;
    const timer = setTimeout(() => setSettled(question), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [question, isWaiting]);
  return { settled, askNow: () => setSettled(question) };
};
