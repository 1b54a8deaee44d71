import { Alert, Button, Drawer, Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import {
  type Days,
  questionDays,
  type ReportFormula,
  type ReportMember,
  type ReportQuestion,
  type UserGroup,
  verticalOfLabels,
  type PickedCell,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { localZone, todayIn } from '../../lib/text/format.ts';
import { useLabels } from '../../lib/address/owner-labels.ts';
import { groupOfSession, useActiveOwnerKey } from '../../lib/session/session-store.ts';
import { ALL_OWNERS, usePartnerOwner } from '../../shared/insights-owner.tsx';
import { useStable } from '../../ui/grid/use-stable.ts';
import { LoadingSkeleton } from '../../ui/states/loading-skeleton.tsx';
import { HeadParts } from '../../ui/pieces/page-head.tsx';
import { RetryPanel } from '../../ui/states/retry-panel.tsx';
import { type Answered, answerQuery, dimensionsQuery, measuresQuery } from './api.ts';
import { Explore } from './explore/explore.tsx';
import { drilledCell } from './explore/prepare-explore.ts';
import { FormulaDialog } from './fields/formula-dialog.tsx';
import { inWords, whyNotAdded } from './fields/prepare-fields.ts';
import { QuestionBar } from './fields/question-bar.tsx';
import { withFormula, withoutFormula } from './prepare-question.ts';
import { CellPanel } from './answer/cell-panel.tsx';
import { Result } from './answer/result.tsx';
import { useCellMenu } from './answer/use-cell-menu.ts';
import { useQuestion, useSettled } from './use-question.ts';

const NO_MEMBERS: readonly ReportMember[] = [];

export interface AnalysisActions {
  /** The owner whose data is queried; null for all owners of a partner. */
  ownerKey: number | null;
  question: ReportQuestion;
  onOpen: (question: ReportQuestion) => void;
  /** Whether the address has no question yet. */
  isBlank: boolean;
  /** Called when the address names a view that does not exist or is not visible to the viewer. */
  onNoView: () => void;
}
interface AnalysisPageProps {
  /** Actions in the page's head, such as saving and scheduling the question. */
  actions?: ComponentType<AnalysisActions>;
}

interface AnalysisProps extends AnalysisPageProps {
  ownerKey: number | null;
  group: UserGroup;
  /** The partner's owner selection. */
  choice?: ReactNode;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** Ctrl+Enter runs the question again, Ctrl+Z undoes its last change; a focused input keeps its own Ctrl+Z. */
const useKeys = (run: () => void, undo: () => boolean): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key === 'Enter') {
        event.preventDefault();
        run();
      } else if (event.key.toLowerCase() === 'z' && !isTyping(event.target) && undo()) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [run, undo]);
};

/** Keeps the last answer until the next one arrives, also after a failure. */
const useAnswer = (
  ownerKey: number | null,
  question: ReportQuestion,
  isWaiting: boolean,
  isInstant: RefObject<boolean>,
) => {
  const { settled, askNow } = useSettled(question, isWaiting, isInstant);
  const { data, error, isFetching, refetch } = useQuery({
    ...answerQuery(ownerKey, settled ?? question),
    enabled: settled !== null,
  });
  const [previous, setPrevious] = useState<Answered | null>(null);
  if (data !== undefined && data !== previous) setPrevious(data);
  return {
    answered: data ?? previous,
    error: isFetching ? null : error,
    isStale: isFetching || settled !== question,
    run: () => {
      askNow();
      void refetch();
    },
  };
};

/** The days of a question: as the server resolved them, once it has. */
const daysOf = ({ period }: ReportQuestion, answered: Answered | null, now: Date): Days =>
  answered !== null && JSON.stringify(answered.question.period) === JSON.stringify(period)
    ? answered.answer.days
    : questionDays({ period, compare: null }, todayIn(localZone(), now)).days;

const Analysis = ({ ownerKey, group, choice, actions: Actions }: AnalysisProps) => {
  const labelsOf = useLabels();
  // A media partner covers all verticals.
  const vertical = ownerKey === null ? 'all' : verticalOfLabels(labelsOf(ownerKey));
  const { question, explore, isBlank, isBroken, namesView, change, undo, isShaded, setShade } = useQuestion(
    group,
    vertical,
  );

  const [hasNoView, setHasNoView] = useState(false);
  const isWaiting = namesView && Actions !== undefined && !hasNoView;
  const isInstant = useRef(false);
  const changeNow = useStable((...next: Parameters<typeof change>) => {
    isInstant.current = true;
    change(...next);
  });
  const changeLater = useStable((...next: Parameters<typeof change>) => {
    isInstant.current = false;
    change(...next);
  });
  const { answered, error, isStale, run } = useAnswer(ownerKey, question, isWaiting, isInstant);
  const dimensions = useQuery(dimensionsQuery(question)).data ?? NO_MEMBERS;
  const offered = useQuery(measuresQuery(question)).data ?? NO_MEMBERS;
  const own = useMemo(() => (ownerKey === null ? null : labelsOf(ownerKey)), [ownerKey, labelsOf]);
  const measures = useMemo(() => inWords(offered, question, own, group), [offered, question, own, group]);
  const [picked, setPicked] = useState<PickedCell | null>(null);
  const [formula, setFormula] = useState<ReportFormula | null>(null);
  const [isEditing, { open: edit, close }] = useDisclosure(false);
  const isNarrow = useMediaQuery('(width < 900px)') ?? false;
  const menu = useStable(useCellMenu({ group, dimensions, measures, onChange: changeNow }));
  const drill = useStable((cell: PickedCell) =>
    changeNow(
      drilledCell(cell, (one) => whyNotAdded(one, new Set(measures.map(({ key }) => key)), group, {}) === null),
    ),
  );
  useKeys(run, undo);

  const [now] = useState(() => new Date());
  const days = daysOf(question, answered, now);
  const bar = (
    <QuestionBar
      {...{ ownerKey, group, vertical, question, dimensions, measures, days }}
      answer={answered?.answer ?? null}
      onChange={changeLater}
      onFormula={setFormula}
    />
  );
  return (
    <>
      <HeadParts
        action={
          <>
            {choice}
            {isNarrow && (
              <Button size="sm" variant="default" onClick={edit}>
                Edit{question.filters.length > 0 && `, filters (${question.filters.length})`}
              </Button>
            )}
            {Actions && (
              <Actions {...{ ownerKey, question, isBlank }} onOpen={changeNow} onNoView={() => setHasNoView(true)} />
            )}
          </>
        }
      />
      {isBroken && (
        <Alert color="yellow" mb="sm" title="This address holds no question that can be read">
          The default question is shown instead.
        </Alert>
      )}
      {hasNoView && namesView && (
        <Alert color="yellow" mb="sm" title="This saved view cannot be opened">
          It was deleted, or it is not shared with you. The default question is shown instead.
        </Alert>
      )}
      {isNarrow ? (
        <Drawer opened={isEditing} onClose={close} title="Edit question" size="100%" padding="md">
          {bar}
        </Drawer>
      ) : (
        bar
      )}
      <Stack gap={12} miw={0}>
        {!isWaiting && (
          <Explore {...{ ownerKey, group, question, explore, days, dimensions, measures }} onChange={changeNow} />
        )}
        {error !== null && (
          <RetryPanel
            title="This question could not be answered"
            message={error.message}
            requestId={error instanceof ApiError ? error.requestId : null}
            onRetry={run}
          />
        )}
        {answered === null && error === null && <LoadingSkeleton label="Loading the answer" lines={10} />}
        {answered !== null && (
          <Result
            {...{ ownerKey, group, answered, question, isStale, isShaded, menu }}
            onShade={setShade}
            onChange={changeNow}
            onPick={setPicked}
            onDrill={drill}
          />
        )}
      </Stack>
      <CellPanel {...{ ownerKey, group, labels: own }} cell={picked} onClose={() => setPicked(null)} />
      {formula !== null && (
        <FormulaDialog
          formula={formula}
          isNew={question.formulas.every(({ key }) => key !== formula.key)}
          measures={measures}
          onSave={(next) => {
            setFormula(null);
            changeNow(withFormula(question, next));
          }}
          onRemove={() => {
            setFormula(null);
            changeNow(withoutFormula(question, formula.key));
          }}
          onClose={() => setFormula(null)}
        />
      )}
    </>
  );
};

/** A media partner queries all its owners or one; views can be saved only for one. */
const PartnerAnalysis = (slot: AnalysisPageProps) => {
  const { owner, choice } = usePartnerOwner(ALL_OWNERS);
  const ownerKey = owner?.ownerKey ?? null;
  return <Analysis key={ownerKey} ownerKey={ownerKey} group="mp" choice={choice} {...slot} />;
};

/** The report builder: choose rows, columns, values and filters; the answer follows at once. */
export const AnalysisPage = ({ actions }: AnalysisPageProps) => {
  const ownerKey = useActiveOwnerKey();
  const group = groupOfSession();
  const slot = actions === undefined ? {} : { actions };
  if (group === null) return null;
  return group === 'mp' ? <PartnerAnalysis {...slot} /> : <Analysis ownerKey={ownerKey} group={group} {...slot} />;
};
