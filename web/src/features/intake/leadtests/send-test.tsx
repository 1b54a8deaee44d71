import { Box, Button } from '@mantine/core';
import { leadTestSend, type LeadTrial } from '@paceline/contract';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { callApi } from '../../../lib/api/api.ts';
import { CampaignField } from '../../../shared/posting-campaign/campaign-field.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { CheckList } from '../trial/check-list.tsx';
import { trialAnswer } from '../trial/prepare-answer.ts';
import classes from './leadtests.module.css';

const Sent = ({ trial }: { trial: LeadTrial }) => {
  const { tone, sentence } = trialAnswer(trial);
  const { answer, campaign } = trial;
  return (
    <Box mt={16}>
      <div role="status">
        <p className={classes.sentence} data-tone={tone}>
          {sentence}
        </p>
        <Note mt={4} mb={12}>
          {campaign.name} ({campaign.code})
          {answer.outcome === 'error'
            ? '. Nothing is stored.'
            : `, lead ${answer.leadId}. It counts in no report, bill or cap.`}
        </Note>
      </div>
      <CheckList trial={trial} group="ag" />
    </Box>
  );
};

/** Posts a test lead to a campaign and shows the result of each check. */
export const SendTest = ({ ownerKey, lock }: { ownerKey: number; lock: string | null }) => {
  const [campaignKey, setCampaignKey] = useState<number | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [trial, setTrial] = useState<LeadTrial | null>(null);
  const [failure, setFailure] = useState<{ message: string; requestId: string | null } | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const send = async () => {
    setIsAsked(campaignKey === null);
    if (campaignKey === null) return;
    setIsSending(true);
    setFailure(null);
    try {
      const sent = await callApi(leadTestSend, { params: { key: campaignKey } });
      if (sent) setTrial(sent);
    } catch (error) {
      setTrial(null);
      setFailure({
        message: error instanceof Error ? error.message : 'The test lead could not be sent.',
        requestId: error instanceof ApiError ? error.requestId : null,
      });
    } finally {
      setIsSending(false);
    }
  };
  return (
    <SectionCard
      title="Send a test lead"
      note="Posts a lead that the campaign should accept, as a media partner would. Stored as a test; nothing counts."
    >
      <div className={classes.send}>
        <CampaignField
          place={{ owner: ownerKey }}
          value={campaignKey}
          error={isAsked ? 'Choose a campaign.' : undefined}
          onChange={(key) => {
            setCampaignKey(key);
            setIsAsked(false);
          }}
        />
        <Button variant="default" loading={isSending} disabled={lock !== null} onClick={() => void send()}>
          Send test lead now
        </Button>
      </div>
      <FormFailure failure={failure} />
      {trial && <Sent trial={trial} />}
    </SectionCard>
  );
};
