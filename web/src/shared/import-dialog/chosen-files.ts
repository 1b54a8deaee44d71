// Files chosen before the uploading page is open. A file fits into no address or draft: it lives as long as the tab.
const files = new Map<string, File>();

export const keepFile = (name: string, file: File | null): void => {
  if (file === null) files.delete(name);
  else files.set(name, file);
};
export const findFile = (name: string): File | null => files.get(name) ?? null;

export const educationFileOfDraft = (draftKey: number): string => `education data of draft ${draftKey}`;
export const educationFileOfOwner = (ownerKey: number): string => `education data of owner ${ownerKey}`;
