import { signal } from '@preact/signals';

export interface Question {
  title: string;
  text: string;
  /** Label of the button that confirms. */
  action: string;
  danger?: boolean;
}

/** The question that `Confirmation` shows. */
export const openQuestion = signal<(Question & { answer(agreed: boolean): void }) | null>(null);

/** Asks for confirmation of something that cannot be undone. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    openQuestion.value = {
      ...question,
      answer(agreed) {
        openQuestion.value = null;
        resolve(agreed);
      },
    };
  });
}
