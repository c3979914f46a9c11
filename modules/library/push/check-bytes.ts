import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';

/** The parser uses memory for each open level. */
const MAX_JSON_DEPTH = 500;

/** Checks the bytes of an asset as they arrive. */
export interface ContentCheck {
  /** False as soon as the bytes cannot be of the type. */
  write(bytes: Uint8Array): boolean;
  /** Whether all the bytes were of the type. */
  end(): boolean;
}

/**
 * Checks that Markdown is UTF-8 and JSON follows its grammar, without storing the text. Images and PDFs, recognised by
 * their first bytes, are decoded when they are processed.
 */
export function createContentCheck(contentType: string): ContentCheck {
  if (contentType === 'application/json') return createJsonCheck();
  if (contentType === 'text/markdown') return createTextCheck();
  return { write: () => true, end: () => true };
}

function createTextCheck(): ContentCheck {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const holds = (decode: () => string) => {
    try {
      return !decode().includes('\0');
    } catch {
      return false;
    }
  };
  return {
    write: (bytes) => holds(() => decoder.decode(bytes, { stream: true })),
    end: () => holds(() => decoder.decode()),
  };
}

function createJsonCheck(): ContentCheck {
  const text = createTextCheck();
  let failed = false;
  const tokenizer = new Tokenizer();
  // Without paths, the parser keeps no values.
  const parser = new TokenParser({ paths: ['$.*.never'], keepStack: false });
  let depth = 0;
  tokenizer.onToken = (token) => {
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) depth += 1;
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > MAX_JSON_DEPTH) failed = true;
    if (!failed) parser.write(token);
  };
  tokenizer.onError = () => {
    failed = true;
  };
  parser.onError = () => {
    failed = true;
  };
  return {
    write(bytes) {
      if (!text.write(bytes)) return false;
      tokenizer.write(bytes);
      return !failed;
    },
    end() {
      if (!tokenizer.isEnded) tokenizer.end();
      return !failed && parser.isEnded && text.end();
    },
  };
}
