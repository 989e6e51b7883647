/**
 * Returns a text by which two names are compared: without capitals and spaces. Keyboards compose accents differently;
 * NFC turns both forms into one `é`.
 */
export const bare = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, '')
