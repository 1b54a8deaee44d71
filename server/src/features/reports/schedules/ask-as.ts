import {
  type DashboardCard,
  figureCardQuestion,
  filtersWords,
  labelsOfQuestion,
  type QuestionAnswer,
  type ReportQuestion,
  type UserGroup,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { todayIn } from '../../../metrics/periods/periods.ts';
import { runQuestion } from '../../../metrics/question/question.ts';
import { aboutFile } from '../../../shared/about-file.queries.ts';
import { findLabels } from '../../../shared/owner-variant.queries.ts';
import { hiddenFields } from '../../../shared/reports/question.rules.ts';
import { findZone } from '../../../shared/reports/owner-zone.queries.ts';
import { aboutQuestion } from '../about-question.ts';
import { type CardContent, figureContent } from '../mails/dashboard-cards.ts';
import { type ReaderNow, seesShared, whyNotShown } from './may-read.rules.ts';
import { type CardView, listCardViews, type StartedRun } from './runs.queries.ts';

export interface SendDeps {
  db: Database;
  clock: Clock;
  publicUrl: string;
  /** The product's own scope at an owner, and the scope of a reader there. */
  systemScope: (ownerKey: number) => Scope;
  readerScope: (reader: { userKey: number; group: UserGroup; ownerKey: number; partnerKey: number | null }) => Scope;
}

/** Queried in the reader's own scope: row-level security and the registry give them what they see on the screen. */
export const askAs = (
  { db, clock, readerScope }: SendDeps,
  ownerKey: number,
  { userKey, group, partnerKey, permissions }: ReaderNow,
  question: ReportQuestion,
): Promise<{ answer: QuestionAnswer; about: string[]; filters: string[] }> => {
  const scope = readerScope({ userKey, group, ownerKey, partnerKey });
  return db.readScope(scope, async (tx) => {
    const now = clock.now();
    const labels = labelsOfQuestion(question.vertical, await findLabels(tx, [ownerKey]));
    return {
      answer: await runQuestion(tx, [ownerKey], question, { group, permissions }, now),
      about: await aboutQuestion(tx, { scope, group, question, now, byOrFor: 'for' }),
      filters: filtersWords(question, group, labels),
    };
  });
};

interface Asked {
  ownerKey: number;
  run: StartedRun;
  maker: ReaderNow;
  reader: ReaderNow;
}

interface AskableCard {
  title: string;
  question: ReportQuestion;
  /** Who saved the question. */
  by: Pick<CardView, 'viewPartnerKey'>;
}

/** The question of a card, or why it has none for this mail. */
const questionOf = (
  card: Extract<DashboardCard, { kind: 'view' | 'figure' }>,
  { run, maker }: Asked,
  views: ReadonlyMap<number, CardView>,
): AskableCard | { title: string; reason: string } => {
  if (card.kind === 'figure') return { title: card.title || 'Figure', question: figureCardQuestion(card), by: run };
  const view = views.get(card.viewKey);
  return view === undefined || !seesShared(maker, view)
    ? { title: 'Deleted view', reason: 'It was deleted, or it is no longer shared.' }
    : { title: view.name, question: view.question, by: view };
};

/** A card whose fields the reader may not see says no more than that: its name may tell them. */
const NOT_SHOWN: CardContent = { kind: 'note', title: 'Hidden card', text: 'You may not see this card.' };

const cardFor = async (
  deps: SendDeps,
  asked: Asked,
  card: DashboardCard,
  { views, today }: { views: ReadonlyMap<number, CardView>; today: string },
): Promise<CardContent> => {
  if (card.kind === 'text') return card;
  if (card.kind === 'hidden') return NOT_SHOWN;
  const { maker, reader, ownerKey } = asked;
  const askable = questionOf(card, asked, views);
  const { title } = askable;
  if ('reason' in askable) return { kind: 'note', title, text: askable.reason };
  const { question, by } = askable;
  if (hiddenFields(question, maker, 'default').length > 0 || whyNotShown(reader, question, by, 'default') !== null)
    return NOT_SHOWN;
  try {
    const { answer, filters } = await askAs(deps, ownerKey, reader, question);
    return card.kind === 'figure'
      ? figureContent(card, answer, { today, filters })
      : { kind: card.shows, title, question, answer, filters };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'note', title, text: error.errors?.[0]?.message ?? error.message };
  }
};

/** All cards of a dashboard as the reader may see them. */
export const askDashboard = async (
  deps: SendDeps,
  tx: Tx,
  asked: Asked,
  cards: readonly DashboardCard[],
): Promise<{ cards: CardContent[]; about: string[] }> => {
  const { ownerKey, reader } = asked;
  const keys = cards.flatMap((card) => (card.kind === 'view' ? [card.viewKey] : []));
  const views = new Map((await listCardViews(tx, ownerKey, keys)).map((view) => [view.viewKey, view]));
  const now = deps.clock.now();
  const today = todayIn(now, await findZone(tx, ownerKey)).toString();
  const contents: CardContent[] = [];
  for (const card of cards) contents.push(await cardFor(deps, asked, card, { views, today }));
  const scope = deps.readerScope({ ...reader, ownerKey });
  const filters = ['as each card says'];
  const about = await deps.db.readScope(scope, (readTx) =>
    aboutFile(readTx, { scope, ownerKey, filters, now, byOrFor: 'for' }),
  );
  return { cards: contents, about };
};
