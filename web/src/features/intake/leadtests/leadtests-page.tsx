import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '../../../lib/format.ts';
import { useMay } from '../../../lib/permissions.ts';
import { useSession } from '../../../lib/session-store.ts';
import { NoOwner } from '../../../shared/no-owner.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { settingsQuery } from './api.ts';
import { SendTest } from './send-test.tsx';
import { SettingsForm } from './settings-form.tsx';

const Settings = ({ ownerKey }: { ownerKey: number }) => {
  const canSave = useMay('leadanalyzer:Update');
  const lock = canSave ? null : 'You can view these settings but not change them.';
  return (
    <Loaded query={useQuery(settingsQuery(ownerKey))} what="page of lead test settings">
      {(record) => (
        <>
          <PageHead
            title="Lead Test Settings"
            trail={[{ label: 'Lead Management' }]}
            description={
              record.savedAt === null
                ? 'Default settings: nobody has changed them yet.'
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

/** How the owner that one works on tells tests from real leads. */
export const LeadTestsPage = () => {
  const signedIn = useSession((state) => state.accessToken) !== null;
  const ownerKey = useSession((state) => state.activeOwner?.ownerKey);
  if (!signedIn) return null;
  if (ownerKey === undefined)
    return (
      <>
        <PageHead title="Lead Test Settings" />
        <NoOwner>Choose an owner to see which leads are tests.</NoOwner>
      </>
    );
  return <Settings key={ownerKey} ownerKey={ownerKey} />;
};
