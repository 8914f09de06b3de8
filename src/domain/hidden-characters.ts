/** Invisible characters: control, format (right-to-left, zero-width), surrogate, private-use and others. */
export const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
