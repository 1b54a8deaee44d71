import { create } from 'zustand';

type ToastTone = 'info' | 'success' | 'error';
/** An action on a toast, such as undo. */
interface ToastAction {
  label: string;
  onAct: () => void;
}
export interface Toast {
  id: number;
  tone: ToastTone;
  message: string;
  requestId: string | null;
  action: ToastAction | null;
}

interface ToastState {
  toasts: Toast[];
  close: (id: number) => void;
}

export const useToasts = create<ToastState>((set) => ({
  toasts: [],
  close: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}));

export const clearToasts = (): void => useToasts.setState({ toasts: [] });

let lastId = 0;
const show = (
  tone: ToastTone,
  message: string,
  requestId: string | null = null,
  action: ToastAction | null = null,
): void => {
  lastId += 1;
  const toast = { id: lastId, tone, message, requestId, action };
  // The same message again replaces the old toast and restarts its time.
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((old) => old.message !== message), toast].slice(-4),
  }));
};

interface Shown {
  message: string;
  requestId?: string | null;
}
export const toast = {
  info: (message: string): void => show('info', message),
  success: (message: string, action?: ToastAction): void => show('success', message, null, action),
  error: ({ message, requestId }: Shown): void => show('error', message, requestId),
};
