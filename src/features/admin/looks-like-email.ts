/**
 * Whether the text has the outline of an address, so that a slip is told before anything is sent. Whose it is, only the
 * server knows.
 */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
