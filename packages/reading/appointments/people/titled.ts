import { matchesIn, textBefore } from '../../words/near.ts'
import { isBareName } from './bare-names.ts'
import {
  hasNames,
  isOrganisation,
  isSureName,
  mayBeAfterTitle,
  mayBeName,
  nameAt,
  nameFrom,
  READ_AS_L,
  smallNameAt,
  wordsOfLine,
} from './name-at.ts'
import { isCapitalised, isTitle } from './names.ts'
import type { SaidDoctor } from './said-doctor.ts'

const TITLE =
  /(?<![\p{L}\p{N}])(?<title>dr|doctor|prof|professor|(?<=\bwith )(?:sr|sister))(?![\p{L}\p{N}'’])\.?[ \n]?(?=\p{L})/giu
/** What leads to who is seen, on a card. */
const SEEN = /(?:\b(?:appointment|appt|booking|visit|consultation)(?: is)? with|(?:^|\n)with ?:?)[ \n]$/i
const ARTICLE = /\b(?:the|a|my|your|our|his|her|their|another|family) $/i
/** Those whose title is said: `Dr Lee`, and surgeons the person was sent to. */
export function* withTitle(text: string): Iterable<SaidDoctor> {
  const titled = [...afterTitle(text)]
  const surgeons = titled.length > 0 ? [...afterHonorific(text)] : []
  const all = [...titled, ...surgeons].sort((a, b) => a.at - b.at)
  // "it was Doctor Lee, so now it's Doctor Reed": whoever was named before is no longer seen.
  const standing = all.filter(({ at }, index) => index === 0 || NOW.test(textBefore(text, at)))
  const last = standing.at(-1)
  for (const doctor of all)
    if (!last || last === all[0] || doctor.at >= last.at) yield correctedName(text, doctor) ?? doctor
}

const NOW =
  /\b(?:now|instead)(?: (?:it['’]?s|it is|it['’]?ll be|i['’]?m|i am|i have|i['’]ve got|we have|to|with|seeing|see|under))* (?:an? )?(?:dr|doctor|prof|professor|mr|mrs|ms|miss)\.? $/i
const SORRY =
  /^,? (?:(?:oh|um|no|or),? )*(?:(?:sorry|i mean|i meant|rather|correction|scratch that|make that)[,.]? ){1,3}(?:no,? )?(?:it['’]?s |that['’]?s |is )?(?=\p{L})/iu

/** The name that a title is not said again for: `Dr Lee, sorry, Leigh`. */
function correctedName(text: string, { at, words }: SaidDoctor): SaidDoctor | null {
  const from = at + words.length
  const sorry = SORRY.exec(text.slice(from, from + 60))?.[0]
  if (sorry === undefined) return null
  const after = text.slice(from + sorry.length)
  const [first = ''] = wordsOfLine(after)
  const isAlike = isCapitalised(after) || !isCapitalised(words)
  if (!isAlike || isTitle(first) || isOrganisation(first) || !mayBeName(first, false)) return null
  const name = nameFrom(after)?.name ?? ''
  return isBareName(name) ? { value: name, words: name, at: from + sorry.length, isSure: false } : null
}

/** Whom somebody with a title sends the person to, as surgeons are called: `referred me to a Mr Lee`. */
const SENT_TO =
  /\b(?:(?:refer|refers|referred|referral|sent|sends|sending|passed|on|over) (?:(?:me|us|him|her|them|mum|dad) )?(?:on )?(?:to|with)|(?:to|and) see) (?:an? |the )?(?:mr|mrs|ms|miss|mx)\.? (?=\p{L})/giu

function* afterHonorific(text: string): Iterable<SaidDoctor> {
  for (const { 0: words, index } of matchesIn(text, SENT_TO)) {
    const at = index + words.length
    const after = text.slice(at)
    const read = nameFrom(after)
    if (read) yield { value: read.name, words: read.name, at, isSure: isSureName(after, read) }
  }
}

function* afterTitle(text: string): Iterable<SaidDoctor> {
  const hasCapitals = hasNames(text)
  const all = matchesIn(text, TITLE)
  // "Your appointment is with Dr Walsh" stands under the names of all who work there.
  const seen = text.includes('\n') ? all.filter(({ index }) => SEEN.test(textBefore(text, index))) : []
  for (const { 0: words, index, groups } of seen.length > 0 ? seen : all) {
    const at = index + words.length
    const after = text.slice(at)
    // Where others are capitalised, or after an article, "doctor" before a small word is the noun: "the doctor said".
    const isNoun = hasCapitals || ARTICLE.test(textBefore(text, index))
    if (/^(?:doctor|professor|sr|sister)$/i.test(groups?.title ?? '') && isNoun && !isCapitalised(after)) continue
    const isName = isCapitalised(after) || READ_AS_L.test(after)
    const name = isName ? nameAt(after, mayBeAfterTitle) : smallNameAt(after)
    if (!name) continue
    const isSure = isSureName(after, name) && !OF_STAFF.test(after.slice(name.name.length))
    yield { value: name.name, words: name.name, at, isSure }
  }
}

/** `Dr Lee's nurse Joan`: somebody else is seen. */
const OF_STAFF =
  /^['’]s (?:\p{L}+ )?(?:nurse|registrar|assistant|colleague|locum|physio|midwife|partner|student|intern)\b/iu
