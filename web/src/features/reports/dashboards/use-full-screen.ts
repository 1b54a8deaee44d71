import { useEffect } from 'react';

/** Where the browser refuses, or has no full screen, the dashboard still fills the window. */
export const enterFullScreen = (): void => {
  if (document.fullscreenEnabled) void document.documentElement.requestFullscreen().catch(() => undefined);
};

/** Escape ends the browser's full screen without a key event: the dashboard leaves with it. */
export const useFullScreen = (isOn: boolean, leave: () => void): void => {
  useEffect(() => {
    if (!isOn) return undefined;
    const onChange = (): void => {
      if (document.fullscreenElement === null) leave();
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      if (document.fullscreenElement != null) void document.exitFullscreen().catch(() => undefined);
    };
  }, [isOn, leave]);
};
