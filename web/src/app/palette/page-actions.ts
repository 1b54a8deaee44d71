import type { Entry } from './prepare-palette.ts';

/** What the head of the page offers: its buttons and links, by their words, pressed as if by hand. */
export const pageActions = (): Entry[] =>
  [...document.querySelectorAll<HTMLElement>('[data-page-actions] :is(button, a[href]):not(:disabled)')].flatMap(
    (element, place): Entry[] => {
      const label = (element.getAttribute('aria-label') ?? element.textContent).trim();
      return label === '' ? [] : [{ id: `action ${place}`, label, note: 'This page', run: () => element.click() }];
    },
  );
