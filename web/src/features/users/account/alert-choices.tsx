import { TableHead } from '../../../ui/table-head.tsx';
import { Checkbox, Text } from '@mantine/core';
import { ALERT_TOPICS, type AlertChoice, alertChoices, alertChoicesSave, alertUnread } from '@paceline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import { callApi } from '../../../lib/api/api.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import classes from './alert-choices.module.css';

const query = () => callQuery(alertChoices, {});

/** Saved on each click; a refusal restores the checkbox and shows why. */
const useSave = () => {
  const queries = useQueryClient();
  const { queryKey } = query();
  return useMutation({
    mutationFn: (choices: AlertChoice[]) => callApi(alertChoicesSave, { body: { choices } }),
    onMutate: (choices) => {
      const before = queries.getQueryData(queryKey);
      if (before) queries.setQueryData(queryKey, { ...before, choices });
      return before;
    },
    onSuccess: () => void queries.invalidateQueries({ queryKey: [alertUnread.id] }),
    onError: (error, _, before) => {
      queries.setQueryData(queryKey, before);
      toast.error(error instanceof ApiError ? error : { message: error.message });
    },
  });
};

const Choices = ({ choices }: { choices: readonly AlertChoice[] }) => {
  const { mutate, isSuccess, isPending } = useSave();
  const set = (topic: AlertChoice['topic'], change: Partial<AlertChoice>) =>
    mutate(choices.map((choice) => (choice.topic === topic ? { ...choice, ...change } : choice)));
  return (
    <>
      <table className={classes.table}>
        <TableHead of={['Alert', 'In the app', 'By email']} />
        <tbody>
          {choices.map(({ topic, inApp, byMail }) => {
            const { label, note } = ALERT_TOPICS[topic];
            return (
              <tr key={topic}>
                <th scope="row">
                  {label}
                  <Text span size="xs" display="block" c="dimmed">
                    {note}
                  </Text>
                </th>
                <td>
                  <Checkbox
                    aria-label={`${label}: in the app`}
                    checked={inApp}
                    onChange={({ currentTarget }) => set(topic, { inApp: currentTarget.checked })}
                  />
                </td>
                <td>
                  <Checkbox
                    aria-label={`${label}: by email`}
                    checked={byMail}
                    onChange={({ currentTarget }) => set(topic, { byMail: currentTarget.checked })}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Note mt={8} mih={20} role="status">
        {isPending ? 'Saving…' : isSuccess ? 'Saved' : ''}
      </Note>
    </>
  );
};

/** How the user is notified of alerts. Hidden from users who may see no alerts. */
export const AlertChoices = () => {
  const { data, error, refetch } = useQuery(query());
  if (data?.choices.length === 0) return null;
  return (
    <SectionCard
      title="Alerts"
      note={`Alerts about caps and deliveries. Emails go to ${data?.email ?? 'your address'}, at most one in an hour about the same cause.`}
    >
      {error && !data && <RetryPanel message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingSkeleton label="Loading your choices" />}
      {data && <Choices choices={data.choices} />}
    </SectionCard>
  );
};
