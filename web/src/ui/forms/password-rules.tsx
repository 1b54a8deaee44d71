import { VisuallyHidden } from '@mantine/core';
import { PASSWORD_RULES } from '@paceline/contract';
import { IconCheck, IconPoint, IconX } from '@tabler/icons-react';
import classes from './password-rules.module.css';
import { PlainList } from '../lists/plain-list.tsx';

interface PasswordRulesProps {
  id: string;
  password: string;
  userName: string;
  /** Whether broken rules show as errors: after typing or leaving the field. */
  judged: boolean;
}

const STATES = {
  open: { Icon: IconPoint, word: 'Needed:' },
  met: { Icon: IconCheck, word: 'Met:' },
  broken: { Icon: IconX, word: 'Not met:' },
} as const;

/** All password rules, ticked off while the user types. */
export const PasswordRules = ({ id, password, userName, judged }: PasswordRulesProps) => (
  <PlainList id={id} gap={4} mt={8} c="dimmed" fz="xs" lh={1.4}>
    {PASSWORD_RULES.map(({ code, message, holds }) => {
      const met = password !== '' && holds(password, userName);
      const state = met ? 'met' : judged ? 'broken' : 'open';
      const { Icon, word } = STATES[state];
      return (
        <li key={code} className={classes.rule} data-state={state}>
          <Icon size={15} stroke={2.2} aria-hidden="true" className={classes.icon} />
          <span>
            <VisuallyHidden>{word} </VisuallyHidden>
            {message}
          </span>
        </li>
      );
    })}
  </PlainList>
);
