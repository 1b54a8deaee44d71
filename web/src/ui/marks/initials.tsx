import classes from './initials.module.css';

/** The first letters of the first and the last word. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => (word ?? '').charAt(0).toUpperCase()).join('');
};

/** A person's initials in a circle; the name stands beside it or is said by the page. */
export const Initials = ({ text }: { text: string }) => (
  <span className={classes.person} aria-hidden="true">
    {text}
  </span>
);
