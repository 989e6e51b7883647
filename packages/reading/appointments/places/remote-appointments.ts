import { matchesIn, textBefore } from '../../words/near.ts'

/** Somebody calls, or is seen on a screen: there is no place to go to. */
const REMOTE =
  /\b(?:(?:tele)?phone (?:appointment|consult\w*|review|clinic|assessment|follow[- ]?up|visit)|(?:video|virtual|online|zoom|teams|skype|facetime|whatsapp) (?:call|appointment|consult\w*|link|visit|clinic|review|meeting)|tele-?(?:health|medicine|consult\w*)|(?<!\b(?:book|booked|booking|ring|rang|call|cancel|was|said) )(?:over|by|via|on) (?:the )?(?:phone|telephone|video|zoom|teams|skype|facetime|whatsapp)(?= |[.,;]|$)(?!:| on\b|[ :]+[\d(+])|(?<=\b(?:location|venue|where|place|site): ?)(?:by )?(?:telephone|phone|video|online|virtual))\b/giu
/** Said of a call that is about the visit, or that might be instead of it. */
const ABOUT_VISIT =
  /\b(?:not|isn['’]?t|rather|instead|cancel\w*|chang\w*|reschedul\w*|re-?book\w*|confirm\w*|contact|let us know|notify|inform|enquir\w*|queries|questions|prefer\w*|available|offer\w*|arrange|unable|cannot|can['’]?t|to book|if)\b/i
/** The same behind the words for the call. */
const ABOUT_CALLS = /\b(?:available|lines?|offered|can be|to (?:cancel|change|book|confirm))\b/i
const SENTENCE_END = /[.!?;\n]/
const ABOUT_REACH = 20

/** Whether a text says that the visit is a call: by telephone, or on a screen. */
export const isRemote = (text: string): boolean =>
  matchesIn(text, REMOTE).some(({ 0: words, index }) => {
    const before = textBefore(text, index).split(SENTENCE_END).at(-1) ?? ''
    const [after = ''] = text.slice(index + words.length, index + words.length + ABOUT_REACH).split(SENTENCE_END)
    return !ABOUT_VISIT.test(before) && !ABOUT_CALLS.test(after)
  })
