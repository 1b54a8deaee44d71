import { Text } from '@mantine/core';
import { IO_SIDE_WORDS, ioMatchText, type IoOrder } from '@paceline/contract';
import { formatInstant } from '../../lib/text/format.ts';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import classes from './orders.module.css';

/** Who signed this version for each side, and whether the document is still the one that was signed. */
export const SignaturesCard = ({ order: { signatures, ownerName, timeZone } }: { order: IoOrder }) => {
  if (signatures.length === 0) return null;
  const matches = signatures.every((signature) => signature.matches);
  return (
    <SectionCard title="Signatures">
      <Text inherit mb={8} className={classes.match}>
        <StatusMark tone={matches ? 'good' : 'bad'}>{ioMatchText(matches)}</StatusMark>
      </Text>
      <ul className={classes.notes}>
        {signatures.map(({ side, company, name, title, signedAt, ip, contentHash, agreement }) => (
          <li key={side}>
            <strong>{[name, title].filter(Boolean).join(', ')}</strong>
            <br />
            {IO_SIDE_WORDS[side]}, {company || ownerName}
            <br />
            <span className={classes.dim}>
              {side === 'agency' ? 'Sent' : 'Accepted'} {formatInstant(signedAt, timeZone)}
              {ip !== null && `, from ${ip}`}
              {side === 'partner' && (
                <>
                  <br />
                  {agreement}
                  <br />
                  SHA-256 {contentHash}
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
};
