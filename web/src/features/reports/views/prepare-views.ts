import { isSameQuestion, type ReportQuestion, type SavedView, type ViewSharing } from '@paceline/contract';

/** The current view: the opened one, else one with the same question. */
export const currentView = (
  views: readonly SavedView[],
  openedKey: number | null,
  question: ReportQuestion,
): SavedView | undefined =>
  views.find(({ viewKey }) => viewKey === openedKey) ?? views.find((view) => isSameQuestion(view.question, question));

export const isChanged = (view: SavedView | undefined, question: ReportQuestion): boolean =>
  view !== undefined && !isSameQuestion(view.question, question);

/** Views with all searched words in name, description or author. */
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
export const sharedText = ({ sharing, isMine, by }: Pick<SavedView, 'sharing' | 'isMine' | 'by'>): string =>
  isMine ? SHARED_WORDS[sharing] : `Shared by ${by}`;
