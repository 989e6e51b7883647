import { isolated } from './isolated.ts'
import { language } from './translate.ts'

/**
 * Returns what was typed, or comes from elsewhere, so that it keeps its own direction within a text: among Arabic words
 * `5 mg` would read `mg 5`, and a phone number from its end. Nothing is added where the language is written like Latin.
 */
export const apart = (text: string): string => (language().direction === 'rtl' ? isolated(text) : text)
