/** White space, control characters, the empty Braille cell, and characters without a glyph (Default_Ignorable_Code_Point). */
const BLANK = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text has no visible character. */
export const isBlank = (text: string): boolean => BLANK.test(text);
