import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

interface TypedText {
  /** The text in the box. */
  typed: string;
  type: (text: string) => void;
}

/**
 * The text of an input whose value is stored elsewhere, for example in the address, and sent there shortly after typing stops. The sent
 * value returns later and must not overwrite newer typing; any other new value was set elsewhere and replaces the text.
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
