import { fileTypeFromBuffer } from 'file-type';

/** Which of these extensions a name has, ignoring case; null for none. */
export const endingOf = <Ending extends string>(name: string, endings: readonly Ending[]): Ending | null => {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return endings.find((one) => one === ending) ?? null;
};

/** False for binary content, and for text that a browser could take for a page. */
const isPlainText = (bytes: Buffer): boolean => {
  if (bytes.includes(0)) return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !text.trimStart().startsWith('<');
  } catch {
    return false;
  }
};

/** Whether the content is of a type, whatever the file's name. */
export const hasContentOf = async (type: string, bytes: Buffer): Promise<boolean> => {
  const fileType = await fileTypeFromBuffer(bytes);
  return type.startsWith('text/') ? fileType === undefined && isPlainText(bytes) : fileType?.mime === type;
};
