import { VisuallyHidden } from '@mantine/core';

/** A name without a beginning that its neighbours share; the full name is in the tooltip and for screen readers. */
export const Shortened = ({ text, prefix }: { text: string; prefix: string }) =>
  prefix === '' || !text.startsWith(prefix) ? (
    <span title={text}>{text}</span>
  ) : (
    <span title={text}>
      <span aria-hidden="true">…{text.slice(prefix.length)}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
