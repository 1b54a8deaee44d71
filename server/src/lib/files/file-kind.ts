import { fileTypeFromBuffer } from 'file-type';

/** Which of these endings a name has, whatever its case; null where it has none of them. */
export const endingOf = <Ending extends string>(name: string, endings: readonly Ending[]): Ending | null => {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return endings.find((one) => one === ending) ?? null;
};

/** Text that a browser could take for a page, or that is none at all, is not taken. */
const isPlainText = (bytes: Buffer): boolean => {
  if (bytes.includes(0)) return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !text.trimStart().startsWith('<');
  } catch {
    return false;
  }
};

/** Whether the content itself is of a type, whatever the file is called. */
export const hasContentOf = async (type: string, bytes: Buffer): Promise<boolean> => {
  const fileType = await fileTypeFromBuffer(bytes);
  return type.startsWith('text/') ? fileType === undefined && isPlainText(bytes) : fileType?.mime === type;
};
