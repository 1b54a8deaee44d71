import { Button, SegmentedControl } from '@mantine/core';
import { OWNER_SETTING_SECTIONS, type OwnerSettingSection } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../lib/session/permissions.ts';
import { useOwnerKey } from '../../../lib/session/session-store.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { HeadParts } from '../../../ui/pieces/page-head.tsx';
import { BrandSection } from './brand-section.tsx';
import { settingsQuery } from './api.ts';
import { HistoryDrawer } from './history-drawer.tsx';
import { SectionForm } from './section-form.tsx';

/** The brand is no setting: it has a picture, and the agency has one as well. */
const BRAND = 'brand';
const NAMES = { ...OWNER_SETTING_SECTIONS, [BRAND]: 'Brand' };
const SECTIONS = Object.entries(NAMES).map(([value, label]) => ({ value, label }));

type Section = OwnerSettingSection | typeof BRAND;

const useSection = () => {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const sectionName = typeof search['section'] === 'string' ? search['section'] : '';
  const section = (Object.hasOwn(NAMES, sectionName) ? sectionName : 'general') as Section;
  const open = (next: string): void =>
    void navigate({ to: '.', search: ((now: object) => ({ ...now, section: next })) as never });
  return { section, open };
};

export const OwnerSettingsPage = () => {
  const ownerKey = useOwnerKey();
  const { section, open } = useSection();
  const mayFeatures = useMay('admin:Features');
  const [showsHistory, setShowsHistory] = useState(false);
  const lock = section === 'features' && !mayFeatures ? 'Changing features needs the features right.' : null;
  return (
    <Loaded query={useQuery(settingsQuery(ownerKey))} what="page of owner settings">
      {(settings) => (
        <>
          <HeadParts
            description={`How ${settings.values.ownerName} differs from other owners.`}
            action={
              <Button variant="default" onClick={() => setShowsHistory(true)}>
                History
              </Button>
            }
          />
          <SegmentedControl
            maw="100%"
            mb={12}
            style={{ overflowX: 'auto' }}
            aria-label="Section"
            data={SECTIONS}
            value={section}
            onChange={open}
          />
          {section === BRAND ? (
            <BrandSection ownerKey={ownerKey} ownerName={settings.values.ownerName} />
          ) : (
            <SectionForm key={section} section={section} settings={settings} lock={lock} />
          )}
          {showsHistory && (
            <HistoryDrawer ownerKey={ownerKey} timeZone={settings.timeZone} onClose={() => setShowsHistory(false)} />
          )}
        </>
      )}
    </Loaded>
  );
};
