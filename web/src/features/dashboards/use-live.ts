import { useQueryClient } from '@tanstack/react-query';
import { useOwnerEvents } from '../../shared/use-owner-events.ts';
import { isWidgetKey } from './api.ts';

/** Reads open widgets again when the owner's numbers change. */
export const useLive = (ownerKey: number): void => {
  const queries = useQueryClient();
  useOwnerEvents(
    ownerKey,
    () => void queries.invalidateQueries({ predicate: ({ queryKey }) => isWidgetKey(queryKey) }),
  );
};
