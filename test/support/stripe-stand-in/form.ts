export type Form = { [name: string]: string | Form };

/** Decodes `line_items[0][price]=price_1` into nested objects, with the indexes of lists as names. */
export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop() as string;
    let at = form;
    for (const step of path) {
      const next = at[step];
      if (typeof next === 'object') at = next;
      else at = at[step] = {};
    }
    at[last] = value;
  }
  return form;
}

export function child(form: Form, name: string): Form {
  const found = form[name];
  return typeof found === 'object' ? found : {};
}

export function word(form: Form, name: string): string | null {
  const found = form[name];
  return typeof found === 'string' ? found : null;
}

export function words(form: Form): Record<string, string> {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >;
}
