/**
 * Returns whether the text has the shape of an email address, so that a slip is noticed before anything is sent. Only
 * the server knows whose it is.
 */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
