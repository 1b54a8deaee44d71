import { ReadableStream } from 'node:stream/web';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What jsdom lacks and a browser has.
const media = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
class ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, {
  ReadableStream,
  ResizeObserver,
  CSS: { escape: (text: string) => text.replace(/[^\w-]/g, String.raw`\$&`) },
});
Object.assign(window, { matchMedia: () => media, scrollTo: () => undefined });
Object.assign(document, { fonts: { addEventListener: () => undefined, removeEventListener: () => undefined } });
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

// A limit for what hangs, not for what is slow: as long as `expect.poll` waits.
configure({ asyncUtilTimeout: 2 * 60_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
