import { Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import classes from './palette-button.module.css';
import { useCampaignVerb } from './verb-store.ts';

const KeysHelp = lazy(async () => ({ default: (await import('./keys-help.tsx')).KeysHelp }));
const VerbDialog = lazy(async () => ({ default: (await import('./verb-dialog.tsx')).VerbDialog }));
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Whether a key press already goes to the palette's search box. */
const isInBox = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement && target.closest('[role="dialog"]') !== null;

/** Whether the key press writes into a field or a cell, or belongs to a dialog. */
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="grid"], [role="dialog"]') !== null);

/** Opens the global search, also by Ctrl-K, and the list of keys by a question mark. Keys typed before the box has the focus are kept. */
export const PaletteButton = () => {
  const [isOpen, setOpen] = useState(false);
  const [isHelp, setHelp] = useState(false);
  const isActing = useCampaignVerb((state) => state.campaign !== null);
  const typed = useRef('');
  const takeTyped = (): string => {
    const text = typed.current;
    typed.current = '';
    return text;
  };
  const open = () => {
    typed.current = '';
    setOpen(true);
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        typed.current = '';
        setOpen((now) => !now);
      } else if (event.key === '?' && !isOpen && !isTyping(event)) {
        event.preventDefault();
        setHelp(true);
      } else if (isOpen && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !isInBox(event)) {
        typed.current += event.key;
        event.preventDefault();
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOpen]);
  return (
    <>
      <UnstyledButton className={classes.button} onClick={open} aria-haspopup="dialog">
        <IconSearch size={16} aria-hidden="true" />
        <span className={classes.word}>Search</span>
        <Kbd className={classes.keys} size="xs">
          Ctrl K
        </Kbd>
      </UnstyledButton>
      {isHelp && (
        <Suspense fallback={null}>
          <KeysHelp onClose={() => setHelp(false)} />
        </Suspense>
      )}
      {isActing && (
        <Suspense fallback={null}>
          <VerbDialog />
        </Suspense>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <Palette takeTyped={takeTyped} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
