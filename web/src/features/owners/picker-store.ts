import { create } from 'zustand';

interface Picker {
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/** One picker for the whole shell, opened by the top bar and by the owners page. */
export const usePicker = create<Picker>((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));
