import { Alert, Button, Drawer, Flex, Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import {
  type Days,
  isMetricKey,
  questionDays,
  type ReportFormula,
  type ReportMember,
  type ReportQuestion,
  type ReportVertical,
  type UserGroup,
  verticalOfLabels,
  type PickedCell,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { localZone, todayIn } from '../../lib/text/format.ts';
import { useLabels } from '../../lib/address/owner-labels.ts';
import { groupOfSession, useActiveOwnerKey } from '../../lib/session/session-store.ts';
import { ALL_OWNERS, usePartnerOwner } from '../../shared/insights-owner.tsx';
import { LoadingSkeleton } from '../../ui/states/loading-skeleton.tsx';
import { HeadParts } from '../../ui/pieces/page-head.tsx';
import { RetryPanel } from '../../ui/states/retry-panel.tsx';
import { type Answered, answerQuery, dimensionsQuery, measuresQuery } from './api.ts';
import classes from './analysis.module.css';
import { Controls } from './fields/controls.tsx';
import { FieldPanel, shelfOf } from './fields/field-panel.tsx';
import { FormulaDialog } from './fields/formula-dialog.tsx';
import { type Field, fieldPanel, inWords } from './fields/prepare-fields.ts';
import {
  freeFormulaKey,
  quickStarts,
  withField,
  withFormula,
  withoutField,
  withoutFormula,
  withPivot,
} from './prepare-question.ts';
import { CellPanel } from './answer/cell-panel.tsx';
import { Result } from './answer/result.tsx';
import { Shelves } from './fields/shelves.tsx';
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
const useAnswer = (ownerKey: number | null, question: ReportQuestion, isWaiting: boolean) => {
  const { settled, askNow } = useSettled(question, isWaiting);
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

interface QuickStartsProps {
  group: UserGroup;
  vertical: ReportVertical;
  onOpen: (question: ReportQuestion) => void;
}

const QuickStarts = ({ group, vertical, onOpen }: QuickStartsProps) => (
  <Flex component="section" gap={8} wrap="wrap" mb={12} aria-label="Questions to start with">
    {quickStarts(group, vertical).map(({ title, question }) => (
      <Button key={title} size="compact-sm" variant="light" onClick={() => onOpen(question)}>
        {title}
      </Button>
    ))}
  </Flex>
);

const Analysis = ({ ownerKey, group, choice, actions: Actions }: AnalysisProps) => {
  const labelsOf = useLabels();
  // A media partner covers all verticals.
  const vertical = ownerKey === null ? 'all' : verticalOfLabels(labelsOf(ownerKey));
  const { question, isBlank, isBroken, namesView, change, undo, isShaded, setShade } = useQuestion(group, vertical);

  const [hasNoView, setHasNoView] = useState(false);
  const isWaiting = namesView && Actions !== undefined && !hasNoView;
  const { answered, error, isStale, run } = useAnswer(ownerKey, question, isWaiting);
  const dimensions = useQuery(dimensionsQuery(question)).data ?? NO_MEMBERS;
  const offered = useQuery(measuresQuery(question)).data ?? NO_MEMBERS;
  const own = useMemo(() => (ownerKey === null ? null : labelsOf(ownerKey)), [ownerKey, labelsOf]);
  const measures = useMemo(() => inWords(offered, question, own, group), [offered, question, own, group]);
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<PickedCell | null>(null);
  const [formula, setFormula] = useState<ReportFormula | null>(null);
  const [isEditing, { open: edit, close }] = useDisclosure(false);
  const isNarrow = useMediaQuery('(width < 900px)') ?? false;
  const panel = useMemo(
    () => fieldPanel({ question, dimensions, measures, group, search }),
    [question, dimensions, measures, group, search],
  );
  const menu = useCellMenu({ group, dimensions, measures, onChange: change });
  useKeys(run, undo);

  const answer = answered?.answer ?? null;
  const [now] = useState(() => new Date());
  const days: Days = answer?.days ?? questionDays(question, todayIn(localZone(), now)).days;
  // Deferred: rendering a hundred and fifty fields must not delay the answer or typing.
  const shownPanel = useDeferredValue(panel);
  const fields = useMemo(() => {
    const toggle = ({ key, isUsed }: Field): void => {
      if (!isUsed) change(withField(question, shelfOf(key), key));
      else if (question.pivot === key) change(withPivot(question, null));
      else if (!isMetricKey(key) || question.measures.length > 1) change(withoutField(question, shelfOf(key), key));
    };
    const newFormula = (): void =>
      setFormula({ key: freeFormulaKey(question), label: '', expression: '', kind: 'dollar' });
    return (
      <FieldPanel data={shownPanel} search={search} onSearch={setSearch} onToggle={toggle} onFormula={newFormula} />
    );
  }, [shownPanel, search, question, change]);
  const builder = (
    <Stack gap={10} p={12} mb={4} bg="var(--pl-surface)" bd="1px solid var(--pl-line)" bdrs={8}>
      <Controls question={question} days={answer?.days ?? null} compared={answer?.compared ?? null} onChange={change} />
      <Shelves {...{ ownerKey, question, dimensions, measures, days }} onChange={change} onFormula={setFormula} />
    </Stack>
  );
  const result = (
    <>
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
          onChange={change}
          onPick={setPicked}
        />
      )}
      <CellPanel {...{ ownerKey, group, labels: own }} cell={picked} onClose={() => setPicked(null)} />
    </>
  );
  return (
    <>
      <HeadParts
        action={
          <>
            {choice}
            {isNarrow && (
              <Button size="sm" variant="default" onClick={edit}>
                Edit
              </Button>
            )}
            {Actions && (
              <Actions {...{ ownerKey, question, isBlank }} onOpen={change} onNoView={() => setHasNoView(true)} />
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
      {((isBlank && !isWaiting) || isBroken) && <QuickStarts group={group} vertical={vertical} onOpen={change} />}
      {isNarrow ? (
        <>
          {result}
          <Drawer opened={isEditing} onClose={close} title="Edit question" size="100%" padding="md">
            {builder}
            {fields}
          </Drawer>
        </>
      ) : (
        <div className={classes.page}>
          <aside className={classes.side}>{fields}</aside>
          <Stack gap={12} miw={0}>
            {builder}
            {result}
          </Stack>
        </div>
      )}
      {formula !== null && (
        <FormulaDialog
          formula={formula}
          isNew={question.formulas.every(({ key }) => key !== formula.key)}
          measures={measures}
          onSave={(next) => {
            setFormula(null);
            change(withFormula(question, next));
          }}
          onRemove={() => {
            setFormula(null);
            change(withoutFormula(question, formula.key));
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
