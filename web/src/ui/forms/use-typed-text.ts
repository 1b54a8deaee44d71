import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

interface TypedText {
  /** What the box shows. */
  typed: string;
  type: (text: string) => void;
}

/**
 * The text of a box whose value lives elsewhere, in the address for one, and gets there a moment after the typing stops. What was sent
 * there comes back later still; it must not replace what has been typed since. Any other new value was set elsewhere and replaces it.
 */
export const useTypedText = (value: string, send: (text: string) => void, delayMs: number): TypedText => {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState<readonly string[]>([]);
  if (value !== seen) {
    const place = sent.indexOf(value);
    setSeen(value);
    setSent(sent.slice(place < 0 ? sent.length : place + 1));
    if (place < 0) setTyped(value);
  }
  const sendLater = useDebouncedCallback((text: string) => {
    if (text === (sent.at(-1) ?? value)) return;
    setSent([...sent, text]);
    send(text);
  }, delayMs);
  const type = (text: string): void => {
    setTyped(text);
    sendLater(text.trim());
  };
  return { typed, type };
};
