import { matchesIn, textBefore } from '../../words/near.ts'
import { PLACES } from '../cues.ts'

const SENTENCE_END = /[.!?;\n]/
const ABOUT_REACH = 20

/** Whether a text says that the visit is a call: by telephone, or on a screen. */
export const isRemote = (text: string): boolean =>
  matchesIn(text, PLACES.remote).some(({ 0: words, index }) => {
    const before = textBefore(text, index).split(SENTENCE_END).at(-1) ?? ''
    const [after = ''] = text.slice(index + words.length, index + words.length + ABOUT_REACH).split(SENTENCE_END)
    return !PLACES.aboutVisit.test(before) && !PLACES.aboutCalls.test(after)
  })
