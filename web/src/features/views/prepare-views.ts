import { isSameQuestion, type ReportQuestion, type SavedView, type ViewSharing } from '@paceline/contract';

const plain = {
  channel: 'all',
  vertical: 'all',
  filters: [],
  granularity: null,
  compare: null,
  pivot: null,
  formulas: [],
  order: [],
  top: null,
} as const;
const question = (over: Pick<ReportQuestion, 'measures' | 'period'> & Partial<ReportQuestion>): ReportQuestion => ({
  ...plain,
  filters: [],
  formulas: [],
  order: [],
  dimensions: [],
  chart: 'table',
  ...over,
});

/** Questions to start with. Every group may ask them. */
export const QUICK_QUESTIONS: readonly { title: string; question: ReportQuestion }[] = [
  {
    title: 'Spend and inquiries by client, last 28 days',
    question: question({
      dimensions: ['client'],
      measures: ['spend', 'validLeads', 'cpl'],
      period: { range: 'last28' },
      chart: 'bar',
    }),
  },
  {
    title: 'Inquiries by day, last 28 days',
    question: question({
      measures: ['validLeads', 'spend'],
      period: { range: 'last28' },
      granularity: 'day',
      chart: 'line',
    }),
  },
  {
    title: 'Inquiries and cost by campaign, last month',
    question: question({
      dimensions: ['campaign'],
      measures: ['validLeads', 'spend', 'cpl'],
      period: { range: 'lastMonth' },
      order: [{ member: 'spend', direction: 'desc' }],
    }),
  },
  {
    title: 'Applications and enrollments by program, last 6 months',
    question: question({
      dimensions: ['program'],
      measures: ['validLeads', 'applications', 'enrollments'],
      period: { range: 'last6Months' },
    }),
  },
  {
    title: 'Valid rate by month, last 6 months',
    question: question({
      measures: ['grossLeads', 'validLeads', 'validRate'],
      period: { range: 'last6Months' },
      granularity: 'month',
      chart: 'line',
    }),
  },
];

/** The view that is on the screen: the one that was opened, else one that asks the same. */
export const currentView = (
  views: readonly SavedView[],
  openedKey: number | null,
  asked: ReportQuestion,
): SavedView | undefined =>
  views.find(({ viewKey }) => viewKey === openedKey) ?? views.find((view) => isSameQuestion(view.question, asked));

export const isChanged = (view: SavedView | undefined, asked: ReportQuestion): boolean =>
  view !== undefined && !isSameQuestion(view.question, asked);

/** Views whose name, description or maker has all words of a search. */
export const searchViews = (views: readonly SavedView[], text: string): SavedView[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return views.filter(({ name, description, by }) => {
    const all = `${name} ${description} ${by}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
};

const SHARED_WORDS: Record<ViewSharing, string> = {
  private: 'Only you',
  team: 'Your team',
  owner: 'Everybody on this owner',
};
export const sharedText = ({ sharing, isMine, by }: SavedView): string =>
  isMine ? SHARED_WORDS[sharing] : `Shared by ${by}`;
