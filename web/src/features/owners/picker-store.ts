import { create } from 'zustand';

interface Picker {
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/** One picker for the whole shell: the top bar opens it, and so does the page that is there to choose. */
export const usePicker = create<Picker>((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));
