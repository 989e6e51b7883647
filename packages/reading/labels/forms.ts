import forms from '../vocabulary/forms.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'

/** Forms of medications as labels print them next to a name. */
const FORM = alternatives([...forms.forms.words, ...forms.elsewhere.words])
const KIND = alternatives(forms.kinds.words)
const KINDS = `(?:(?:${KIND})\\s+){0,4}`
export const ENDS_IN_FORM = new RegExp(String.raw`(?<![\s,-])[\s,-]+${KINDS}(?:${FORM})\.?$`, 'iu')
/** `Zantac effervescent`: the form itself stands on the next line. */
export const ENDS_IN_KIND = new RegExp(String.raw`(?<=\p{L}{4})\s+(?:${alternatives(forms.kindsAlone.words)})$`, 'iu')
export const NAMES_FORM = new RegExp(String.raw`\b(?:${FORM})\b`, 'iu')
/** In English only: `tabletas` is as likely `tablet as`, which lost its space. */
const IS_FORM = new RegExp(`^(?:${alternatives(forms.forms.words)})\\.?$`, 'iu')
export const isForm = (words: string): boolean => IS_FORM.test(words)
const ONLY_FORM = new RegExp(
  String.raw`^(?:${KINDS}(?:${FORM})(?:\s+(?:i\.?p|b\.?p|u\.?s\.?p))?\.?|(?:(?:${KIND})(?:\s+|$)){1,4})$`,
  'iu',
)
/** Returns whether a line says nothing but in which form a medication is: `Gastro-resistant`, `Injection IP`. */
export const isFormOnly = (line: string): boolean => ONLY_FORM.test(line.trim())
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
