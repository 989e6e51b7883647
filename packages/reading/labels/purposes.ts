import { isGivenName } from '../appointments/people/names.ts'
import complaints from '../vocabulary/complaints.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'
import { CUES } from './cues.ts'

const COMPLAINTS = `(?:${alternatives(complaints.symptoms.words)})`
const COMPLAINT = new RegExp(`^${COMPLAINTS}$`, 'iu')
/** With a word that says where or what of it: `MUSCLE SPASMS`, `chest pain relief`. */
const NEAR_COMPLAINT = new RegExp(String.raw`^(?:\p{L}+ )?${COMPLAINTS}(?: \p{L}+)?$`, 'iu')
const LISTED = / (?:or|and|&) | ?[/,] ?/i
const MOST_LISTED = 3
const ONLY_WORDS = /^[\p{L}\s/,&'’-]{3,40}$/u
/** `FOR MRSA`: shorter words are not what something is for. */
const ONE_WORD = /^[^\s]{4,}$/u

/**
 * Returns whether a line says only what the directions above it are for: `FOR NAUSEA OR VOMITING`, and below `as needed`
 * also `CONGESTION OR DRAINAGE`. `FOR HELEN` says whom.
 */
export function isPurpose(line: string, said: string): boolean {
  if (!ONLY_WORDS.test(line) || CUES.noPurpose.test(line)) return false
  const [, named] = /^for (\S.*)$/iu.exec(line) ?? []
  const parts = (named ?? line).split(LISTED)
  if (parts.length > MOST_LISTED || parts.some((part) => isGivenName(part.split(' ')[0] ?? ''))) return false
  if (named === undefined) return CUES.endsInNeed.test(said) && parts.some((part) => COMPLAINT.test(part))
  return parts.some((part) => NEAR_COMPLAINT.test(part)) || parts.every((part) => ONE_WORD.test(part))
}
