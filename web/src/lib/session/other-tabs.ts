import { usableSession } from './session-data.ts';
import { isSignedIn, useSession } from './session-store.ts';
import { SESSION_KEY } from '../storage/storage-keys.ts';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Applies another tab's session changes here: sign-out, sign-in and renewed tokens. Returns a function that stops listening. */
export const followOtherTabs = (): (() => void) => {
  const listen = ({ storageArea, key, newValue }: StorageEvent) => {
    if (storageArea !== localStorage || (key !== null && key !== SESSION_KEY)) return;
    const { end, adopt } = useSession.getState();
    if (newValue === null || newValue === '{}') {
      if (isSignedIn()) end('otherTab');
      return;
    }
    const session = usableSession(parse(newValue), Date.now());
    if (session) adopt(session);
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
};
