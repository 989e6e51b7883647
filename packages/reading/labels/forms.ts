/** Forms of medicines as labels print them beside a name. */
const FORM =
  'tablets?|tabs?|capsules?|caps?|caplets?|pills?|chewable tablets?|oral (?:solution|suspension|liquid)|solution|suspension|mixture|susp|soln|syrup|elixir|liquid|cream|ointment|gel|lotion|patch(?:es)?|inhaler|puffer|nasal spray|spray|eye drops?|ear drops?|drops?|injection|pen|vials?|sachets?|suppositor(?:y|ies)|pessar(?:y|ies)|powder|wafers?|lozenges?|pastilles?|granules|foam|shampoo|mouthwash|enema|inserts?|application|nebules?|ampoules?'
const KINDS =
  '(?:(?:film[- ]coated|oro-?dispersible|chewable|sublingual|buccal|vaginal|nasal|delayed[- ]release|sugar[- ]free|ophth(?:almic)?|otic|f/c|modified[- ]release|extended[- ]release|slow[- ]release|prolonged[- ]release|gastro[- ]resistant|enteric[- ]coated|e/c|dispersible|effervescent|oral|soluble)\\s+){0,4}'
export const ENDS_IN_FORM = new RegExp(String.raw`(?<![\s,-])[\s,-]+${KINDS}(?:${FORM})\.?$`, 'iu')
export const NAMES_FORM = new RegExp(String.raw`\b(?:${FORM})\b`, 'iu')
const IS_FORM = new RegExp(`^(?:${FORM})\\.?$`, 'iu')
export const isForm = (words: string): boolean => IS_FORM.test(words)
export const FORMS = new RegExp(FORM, 'giu')
export const FORM_NEXT = new RegExp(String.raw`^[\s,)]*${KINDS}(?:${FORM})\b\.?`, 'iu')
/** The form anywhere, with what kind it is. */
export const ITS_FORM = new RegExp(String.raw`(?<![\s,-])[\s,-]+${KINDS}(?:${FORM})(?![\p{L}\d])`, 'iu')

/** What stands beside a pair without a unit, where the name itself is not known. */
const OF_FORM = 'capsules?|tablets?|caps?|tabs?|inhaler|puffer|turbuhaler|accuhaler|rapihaler|autohaler|hbs|cr|sr|xr|mr'
export const OF_FORM_NEXT = new RegExp(String.raw`^\s*(?:\p{L}+\s+)?(?:${OF_FORM})\b`, 'iu')
/** Devices, before which a number is a strength: `Seretide 250 Evohaler`. */
export const OF_DEVICE = /^(?:\p{L}{0,6}haler|puffer|diskus|ellipta|patch(?:es)?|nebules?)(?!\p{L})/iu

/** Shortened as Indian and South African prescribers write it before the name; a count before it makes it a dose. */
export const FORM_BEFORE = 'tab(?:let)?s?|cap(?:sule)?s?|inj(?:ection)?|syr(?:up)?|syp|susp|oint(?:ment)?|soln?|drops?'
export const BEGINS_WITH_FORM = new RegExp(
  String.raw`^(?:\d{1,2}[.)]\s*|[^\p{L}\d]+)?(?:(?:${FORM_BEFORE})\b\.?|[tc]\.)\s*\p{L}`,
  'iu',
)
