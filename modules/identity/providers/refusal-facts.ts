import { ResponseBodyError } from 'openid-client';

const MAX_DESCRIPTION_CHARACTERS = 200;
/** Error codes of OAuth consist of letters and underscores (RFC 6749, section 5.2, and the registry). */
const ERROR_CODE = /^[a-z_]{1,64}$/;
/** Words of a language, names of parameters and short numbers. Codes, tokens, secrets and addresses do not match. */
const PLAIN_WORD =
  /^[("'`]?([A-Za-z]{1,20}(['’][a-z]{1,2})?|[a-z]{1,12}(_[a-z]{1,12}){1,3}|\d{1,4})["'`)]?[.,;:!?]?$/;

export interface RefusalFacts {
  error?: string;
  /** The provider's text, with `…` for each word that could be a secret: providers repeat parts of the request. */
  description?: string;
}

/** Returns the parts of a provider's error response that may be logged beside the error itself. */
export function refusalFacts(error: unknown): RefusalFacts {
  if (!(error instanceof ResponseBodyError)) return {};
  const { error: code, error_description: description } = error;
  return {
    error: ERROR_CODE.test(code) ? code : '…',
    ...(description !== undefined && { description: maskSecrets(description) }),
  };
}

function maskSecrets(text: string): string {
  const words = text.slice(0, MAX_DESCRIPTION_CHARACTERS).split(/\s+/);
  return words.map((word) => (PLAIN_WORD.test(word) ? word : '…')).join(' ');
}
