import { Box, Button, CopyButton, Tabs } from '@mantine/core';
import { type InstructionSample, KEY_PLACEHOLDER } from '@paceline/contract';
import { useState } from 'react';
import { ScrollFrame } from '../../ui/pieces/scroll-frame.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import classes from './docs.module.css';

const HEIGHT = 460;

/** A test lead in each language, with the campaign's code and values. */
export const SamplesCard = ({ samples }: { samples: readonly InstructionSample[] }) => {
  const [language, setLanguage] = useState<string | null>(samples[0]?.language ?? null);
  const chosen = samples.find((sample) => sample.language === language);
  return (
    <SectionCard
      title="Sample"
      note={`A test lead: all checks run, nothing counts. Put your posting key in place of ${KEY_PLACEHOLDER}.`}
      action={
        <CopyButton value={chosen?.code ?? ''}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy sample'}
            </Button>
          )}
        </CopyButton>
      }
    >
      <Tabs value={language} onChange={setLanguage} keepMounted={false}>
        <Tabs.List aria-label="Language">
          {samples.map(({ language: code, label }) => (
            <Tabs.Tab key={code} value={code} className={classes.tab}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {samples.map(({ language: code, label, code: text }) => (
          <Tabs.Panel key={code} value={code} pt="xs">
            <Box bd="1px solid var(--pl-line)" bdrs="sm">
              <ScrollFrame label={`Sample in ${label}`} height={HEIGHT}>
                <pre className={classes.code}>{text}</pre>
              </ScrollFrame>
            </Box>
          </Tabs.Panel>
        ))}
      </Tabs>
    </SectionCard>
  );
};
