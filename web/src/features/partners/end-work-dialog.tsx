import { Box, Button, Modal } from '@mantine/core';
import { CAMPAIGN_STATUSES, type PausedCampaign } from '@paceline/contract';
import { formatCount } from '../../lib/text/format.ts';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import classes from './partners.module.css';

interface EndWorkDialogProps {
  campaigns: readonly PausedCampaign[];
  /** Number of clients affected. */
  clients: number;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms ending the work for clients; lists the campaigns this pauses. */
export const EndWorkDialog = ({ campaigns, clients, isBusy, onConfirm, onClose }: EndWorkDialogProps) => (
  <Modal
    opened
    onClose={onClose}
    title={<strong>{`Terminate for ${formatCount(clients)} ${clients === 1 ? 'client' : 'clients'}?`}</strong>}
    centered
    size={520}
  >
    {campaigns.length === 0 ? (
      <p className={classes.dim}>No campaigns of this partner run for them, so none is paused.</p>
    ) : (
      <>
        <p className={classes.dim}>
          {campaigns.length === 1
            ? 'This campaign will be paused:'
            : `These ${campaigns.length} campaigns will be paused:`}
        </p>
        <Box component="ul" fz="sm" m="8px 0 0" ps={18}>
          {campaigns.map(({ campaignKey, campaignName, clientName, fromStatus, refusal }) => (
            <li key={campaignKey}>
              {campaignName}, {clientName} ({CAMPAIGN_STATUSES[fromStatus].label}){refusal && `: ${refusal}`}
            </li>
          ))}
        </Box>
      </>
    )}
    <ButtonRow mt={14}>
      <Button variant="default" onClick={onClose} data-autofocus>
        Cancel
      </Button>
      <Button color="red" loading={isBusy} onClick={onConfirm}>
        Terminate
      </Button>
    </ButtonRow>
  </Modal>
);
