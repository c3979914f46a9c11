export type FormValue = string | number | boolean | FormValue[] | { [name: string]: FormValue | undefined };

/** Encodes parameters for Stripe: `line_items[0][price]=price_1&metadata[userId]=…`. Undefined ones are left out. */
export function encodeForm(parameters: { [name: string]: FormValue | undefined }): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) append(form, name, value);
  return form.toString();
}

function append(form: URLSearchParams, name: string, value: FormValue | undefined): void {
  if (value === undefined) return;
  if (typeof value !== 'object') form.append(name, String(value));
  else for (const [key, child] of Object.entries(value)) append(form, `${name}[${key}]`, child);
}
