import { Button, Drawer } from '@mantine/core';
import { AUDIT_OUTCOMES, auditGet, type AuditRow, auditValuesView, auditWayWords } from '@paceline/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api.ts';
import { formatInstant, formatUtc } from '../../lib/text/format.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { ChangeTable } from '../../shared/history/change-table.tsx';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { Facts } from '../../ui/lists/facts.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';

const Line = ({ row, timeZone }: { row: AuditRow; timeZone: string }) => {
  const may = useMay('leadanalyzer:ViewPII');
  const query = useQuery(callQuery(auditGet, { params: { key: row.auditKey } }));
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => callApi(auditValuesView, { body: { auditKey: row.auditKey } }),
    onError: tellFailure,
  });
  return (
    <Loaded query={query} what="line" lines={4}>
      {(masked) => {
        const line = data ?? masked;
        return (
          <>
            <Facts
              facts={[
                ['What', line.subject],
                ['Who', line.who],
                ['When', `${formatInstant(line.at, timeZone)} (${formatUtc(line.at)})`],
                ['Way', auditWayWords(line.way)],
                ['Outcome', AUDIT_OUTCOMES[line.outcome]],
                ['Owner', line.ownerName],
                ['Key', row.entityKey],
                ['IP address', row.ip],
                ['Request', row.requestId],
              ]}
            />
            <h3>Before and after</h3>
            {line.changes.length === 0 ? <p>This line has no values.</p> : <ChangeTable changes={line.changes} />}
            {may && data === undefined && line.changes.length > 0 && (
              <Button mt="md" size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
                Show personal values (recorded)
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
};

/** One log entry with all its changes. */
export const LineDrawer = ({
  row,
  timeZone,
  onClose,
}: {
  row: AuditRow | null;
  timeZone: string;
  onClose: () => void;
}) => (
  <Drawer
    opened={row !== null}
    onClose={onClose}
    position="right"
    size={520}
    padding="md"
    title={<strong>{row?.action}</strong>}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {row && <Line key={row.auditKey} row={row} timeZone={timeZone} />}
  </Drawer>
);
