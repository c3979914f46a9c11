import { signal } from '@preact/signals';

export interface Question {
  title: string;
  text: string;
  /** What the button that agrees says. */
  action: string;
  danger?: boolean;
}

/** What `Confirmation` shows. */
export const asked = signal<(Question & { answer(agreed: boolean): void }) | null>(null);

/** Asks before something that cannot be taken back. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer(agreed) {
        asked.value = null;
        resolve(agreed);
      },
    };
  });
}
