import { Flex, Title } from '@mantine/core';
import { figureCardQuestion } from '@paceline/contract';
import type { ReactNode } from 'react';
import { Note } from '../../../ui/pieces/note.tsx';
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx';
import { ViewAnswer } from '../view-answer.tsx';
import { viewHrefs } from '../views/view-hrefs.ts';
import type { CardPage } from './card-page.ts';
import classes from './dashboard.module.css';
import { FigureBody } from './figure-body.tsx';
import { cardPixels, type PlacedCard, UNKNOWN_VIEW } from './prepare-cards.ts';
import { overridden } from './prepare-override.ts';

interface CardFaceProps extends PlacedCard {
  page: CardPage;
  /** Controls of a card being edited. */
  tools?: ReactNode;
}

/** Padding and head of a card, and a line of text in it. */
const CHROME = 58;
const LINE = 18;
/** Characters of small text in one column. */
const COLUMN_CHARACTERS = 11;

/** What is left of a card for its view, below what it was not filtered by. */
const roomOf = ({ width, height }: PlacedCard['card'], notes: readonly string[]): number =>
  notes.reduce(
    (room, note) => room - 4 - LINE * Math.ceil(note.length / (width * COLUMN_CHARACTERS)),
    cardPixels(height) - CHROME,
  );

interface FrameProps extends Pick<CardFaceProps, 'label' | 'tools'> {
  href?: string;
  hasTitle?: boolean;
  /** Whether nothing inside takes the focus: the keyboard then scrolls the card itself. */
  isPlain?: boolean;
  children: ReactNode;
}

const cardFailure = () => <Note>This card could not be shown.</Note>;

const Frame = ({ label, tools, href, hasTitle = true, isPlain = false, children }: FrameProps) => (
  <section className={classes.card} aria-label={label}>
    {(hasTitle || tools !== undefined) && (
      <Flex component="header" gap={8} justify="space-between" align="center" mb={6} mih={24}>
        <Title order={2} fz="sm" className={classes.title} title={label}>
          {label}
        </Title>
        {tools ??
          (href !== undefined && (
            <a className={classes.open} href={href} aria-label={`Open ${label}`}>
              Open
            </a>
          ))}
      </Flex>
    )}
    <div className={classes.body} {...(isPlain && { tabIndex: 0, role: 'group', 'aria-label': `Text of ${label}` })}>
      <ErrorBoundary fallback={cardFailure}>{children}</ErrorBoundary>
    </div>
  </section>
);

const Notes = ({ notes }: { notes: readonly string[] }) =>
  notes.map((note) => (
    <Note key={note} size="xs" mb={4}>
      {note}
    </Note>
  ));

/** A card as its viewer sees it. It asks with their rights, and fails alone. */
export const CardFace = ({ page, card, label, tools }: CardFaceProps) => {
  const { ownerKey, group, override, labelOf, isLive } = page;
  if (card.kind === 'text')
    return (
      <Frame label={label} tools={tools} hasTitle={false} isPlain>
        <p className={classes.text}>{card.text}</p>
      </Frame>
    );
  if (card.kind === 'hidden')
    return (
      <Frame label={label} tools={tools}>
        <Note size="xs">You may not see this figure.</Note>
      </Frame>
    );
  const view = card.kind === 'view' ? page.views.find(({ viewKey }) => viewKey === card.viewKey) : undefined;
  if (card.kind === 'view' && view === undefined)
    return (
      <Frame label={label} tools={tools}>
        <Note>{`${UNKNOWN_VIEW}: it was deleted, or it is not shared with you.`}</Note>
      </Frame>
    );
  const own = card.kind === 'figure' ? figureCardQuestion(card) : view?.question;
  if (own === undefined) return null;
  const { question, notes } = overridden(own, override, group, labelOf);
  const isOther = JSON.stringify(question) !== JSON.stringify(own);
  // A view with other dates or filters is a question of its own: saving it must not change the view.
  const href = viewHrefs.question(ownerKey, question, isOther ? undefined : view?.viewKey);
  return (
    <Frame label={label} tools={tools} href={href}>
      <Notes notes={notes} />
      {card.kind === 'figure' ? (
        <FigureBody {...{ page, card, question }} isOverridden={isOther} />
      ) : (
        <ViewAnswer {...{ ownerKey, question, isLive }} shows={card.shows} room={roomOf(card, notes)} />
      )}
    </Frame>
  );
};
