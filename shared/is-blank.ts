/** White space, controls and what is never drawn (Unicode's Default_Ignorable_Code_Point), and the empty Braille cell. */
const BLANK = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether nothing of a text can be seen. */
export const isBlank = (text: string): boolean => BLANK.test(text);
