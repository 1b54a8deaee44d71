import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '../../../lib/text/format.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { useOwnerKey } from '../../../lib/session/session-store.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { HeadParts } from '../../../ui/pieces/page-head.tsx';
import { settingsQuery } from './api.ts';
import { SendTest } from './send-test.tsx';
import { SettingsForm } from './settings-form.tsx';

/** How the active owner's test leads are recognised. */
export const LeadTestsPage = () => {
  const ownerKey = useOwnerKey();
  const canSave = useMay('leadanalyzer:Update');
  const lock = canSave ? null : 'You can view these settings but not change them.';
  return (
    <Loaded query={useQuery(settingsQuery(ownerKey))} what="page of lead test settings">
      {(record) => (
        <>
          <HeadParts
            description={
              record.savedAt === null
                ? 'Default settings, not changed yet.'
                : `Version ${record.version}, saved by ${record.savedBy ?? 'the system'}, ${formatInstant(record.savedAt, record.timeZone)}`
            }
          />
          <SettingsForm record={record} lock={lock} />
          <SendTest ownerKey={ownerKey} lock={lock} />
        </>
      )}
    </Loaded>
  );
};
