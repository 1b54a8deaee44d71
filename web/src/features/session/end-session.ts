import { useSession } from '../../lib/session/session-store.ts';
import { giveBack } from './give-back.ts';

export const endSession = async (): Promise<void> => {
  const { accessToken, end } = useSession.getState();
  if (accessToken === null) return;
  await giveBack(accessToken);
  end('signedOut');
};
