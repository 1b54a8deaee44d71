import { refreshSession } from '../api/refresh.ts';
import { nextStep } from './session-clock.rules.ts';
import { useSession } from './session-store.ts';
import { lastInput, watchInput } from './user-activity.ts';

/** Maximum delay of a browser timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Renews the session in time while the user is active and ends it when it expires. Returns a function that stops it. It checks again on
 * input and when the tab becomes visible: timers do not run while the machine sleeps.
 */
export const keepSession = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let renewedAt = Date.now();
  let failedAt: number | null = null;
  let isBusy = false;

  const look = (): void => {
    clearTimeout(timer);
    const { accessToken, tokensExpiryDate, end } = useSession.getState();
    if (isBusy || accessToken === null || tokensExpiryDate === null) return;
    const step = nextStep({ now: Date.now(), tokensExpiryDate, renewedAt, lastInputAt: lastInput(), failedAt });
    if (step.do === 'end') end('expired');
    else if (step.do === 'refresh') void renew(accessToken);
    else timer = setTimeout(look, Math.min(step.ms, MAX_TIMER_MS));
  };

  const renew = async (accessToken: string): Promise<void> => {
    isBusy = true;
    const outcome = await refreshSession();
    isBusy = false;
    failedAt = outcome === 'failed' ? Date.now() : null;
    const { accessToken: current, end } = useSession.getState();
    if (outcome === 'refused' && current === accessToken) end('expired');
    look();
  };

  const stopStore = useSession.subscribe((now, before) => {
    if (now.accessToken === before.accessToken) return;
    renewedAt = Date.now();
    failedAt = null;
    look();
  });
  const stopInput = watchInput(look);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearTimeout(timer);
    stopStore();
    stopInput();
    document.removeEventListener('visibilitychange', look);
  };
};
