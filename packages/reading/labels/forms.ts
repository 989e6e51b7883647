import forms from '../vocabulary/forms.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'

/** Forms of medications as labels print them next to a name. */
const FORM = alternatives(forms.forms.words)
const KINDS = `(?:(?:${alternatives(forms.kinds.words)})\\s+){0,4}`
export const ENDS_IN_FORM = new RegExp(String.raw`(?<![\s,-])[\s,-]+${KINDS}(?:${FORM})\.?$`, 'iu')
export const NAMES_FORM = new RegExp(String.raw`\b(?:${FORM})\b`, 'iu')
const IS_FORM = new RegExp(`^(?:${FORM})\\.?$`, 'iu')
export const isForm = (words: string): boolean => IS_FORM.test(words)
export const FORMS = new RegExp(FORM, 'giu')
export const FORM_NEXT = new RegExp(String.raw`^[\s,)]*${KINDS}(?:${FORM})\b\.?`, 'iu')
/** The form in any position, with its kind. */
export const ITS_FORM = new RegExp(String.raw`(?<![\s,-])[\s,-]+${KINDS}(?:${FORM})(?![\p{L}\d])`, 'iu')

/** Forms next to a pair without a unit, where the name itself is unknown. */
const OF_FORM = alternatives(forms.ofPairs.words)
export const OF_FORM_NEXT = new RegExp(String.raw`^\s*(?:\p{L}+\s+)?(?:${OF_FORM})\b`, 'iu')
/** Devices: a number before them is a strength: `Seretide 250 Evohaler`. */
export const OF_DEVICE = /^(?:\p{L}{0,6}haler|puffer|diskus|ellipta|patch(?:es)?|nebules?)(?!\p{L})/iu

/**
 * Abbreviations that Indian and South African prescribers write before the name; a count before one makes it a dose.
 */
export const FORM_BEFORE = alternatives(forms.before.words)
export const BEGINS_WITH_FORM = new RegExp(
  String.raw`^(?:\d{1,2}[.)]\s*|[^\p{L}\d]+)?(?:(?:${FORM_BEFORE})\b\.?|[tc]\.)\s*\p{L}`,
  'iu',
)
