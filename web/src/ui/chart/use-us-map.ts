import { useEffect, useState } from 'react';

/** The state shapes are as large as all of the page's own code: they load only when a map is shown. */
export const useUsMap = (isWanted: boolean): boolean => {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    const load = async (): Promise<void> => {
      const { registerUsMap } = await import('./us-map.ts');
      registerUsMap();
      if (!isGone) setIsThere(true);
    };
    void load();
    return () => {
      isGone = true;
    };
  }, [isWanted]);
  return isThere;
};
