// Files that were chosen before the page is there that uploads them. A file fits into no address and no draft: it lives as long as the tab.
const files = new Map<string, File>();

export const keepFile = (name: string, file: File | null): void => {
  if (file === null) files.delete(name);
  else files.set(name, file);
};
export const findFile = (name: string): File | null => files.get(name) ?? null;

export const educationFileOfDraft = (draftKey: number): string => `education data of draft ${draftKey}`;
export const educationFileOfOwner = (ownerKey: number): string => `education data of owner ${ownerKey}`;
