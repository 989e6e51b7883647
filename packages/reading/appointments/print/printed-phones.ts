import { textBefore } from '../../words/near.ts'
import type { Read } from '../../words/read.ts'
import { isWhole, phonesIn, type SaidPhone, type WrittenPhone } from '../phones.ts'
import { type Print, type Statement, statementAt } from './statements.ts'

/** Numbers that nobody rings about the visit: identifiers, a fax, the patient's own. */
const NO_PHONE =
  /(?:^|[^\p{L}])(?:(?:fax|f|facsimile|pr|mrn|chi|uhid|urn?|nhs|h&c|ppsn?|crn|hcn|uci|rxr|ubrn|abn|acn|ihi|npi|dva|gmc|ahpra|medicare|accession|id|ref(?:erence)?|barcode|password|pin|token|invoice)(?:[ .]+(?:nos?|number|num|id|code|card|#))?|(?:bill|meeting|hosp(?:ital)?|patient|pt|px|practice|clinic|chart|customer|client|case|file|account|acc|policy|member(?:ship)?|claim|order|provider|licen[cs]e|record|registration|reg|unit|booking|appointment|card|insurance|medical aid|scheme)[ .]+(?:nos?|number|num|id|code|ref(?:erence)?|#))\)?[.:#]* ?(?:is )?$/iu
const OF_PATIENT =
  /\b(?:(?:we|you) (?:hold|have|gave)(?: for you)?|on (?:our )?(?:record|file|system)s?|your (?:own )?(?:mobile|phone|telephone|contact|home|number|tel|daytime)|patient(?:['’]s)? (?:mobile|phone|tel|telephone|contact|number|home)|(?:home|daytime|evening|work|next of kin|nok|carer|parent|guardian) (?:tel|phone|telephone|number|no|mobile|contact)|next of kin|nok|emergency contact|(?:ring|call|text|phone|telephone|contact|reach) you(?: back)?)(?: (?:is|as|are|on|at|using|number|no|phone|mobile|telephone|tel|your|the))*[ :.(-]*$/i
/** Where the visit is booked, changed and called off. */
const BOOKING =
  /\b(?:appointments?|appts?|bookings?|book|cancel\w*|change|changes|alter|amend|re-?arrange|re-?schedul\w*|re-?book|(?:can(?:no|['’])?t|cannot|can not|unable to|not able to|do not wish to|don['’]t want to|won['’]t be able to) (?:attend|come|make|keep|be)|can['’]?t (?:make|come|attend|keep)|unable|not convenient|inconvenient|unsuitable|not suitable|need to change|no longer (?:need|want|require)|confirm|to arrange|scheduling|outpatients? (?:booking|reception|office|desk)|questions?|queries about (?:this|your)|co-?ordinator)\b/i
/** Numbers of a place for something else. */
const OTHER_USE =
  /\b(?:switchboard|main (?:number|hospital|line|tel\w*|phone)|\(?main\)?|central|general enquiries|emergenc\w*|triage|24[- ]?(?:h|hrs?|hours?)(?!['’]? notice)|duty (?:doctor|nurse|team)|on[- ]call|walk[- ]in|minor injur\w+|after[- ]hours|out[- ]of[- ]hours|ooh|urgent|advice|helpline|hotline|(?:nurse|care|support|info\w*|patient) ?line|(?:labour|delivery) (?:ward|suite)|ward|triage|assessment unit|transport|ambulance|parking|prescriptions?|repeat|results?|pharmacy|interpret\w*|translat\w*|language|pals|complaints?|compliments|feedback|accounts?|billing|payments?|finance|clinical (?:queries|questions|enquiries)|medical records|textphone|minicom|text ?relay|typetalk|large print|sms|text only|crisis|samaritans|111|999|security|lost property|if (?:you|your) (?:feel|become|are unwell|have symptoms|symptoms)|side effects?)\b/i
/** `Locker no`, `Parcel #`: of something, where what follows has not the look of a phone. */
const OF_SOMETHING =
  /(?<!\b(?:tel|telephone|phone|ph|contact|mobile|mob|cell|direct|main|our|this|the|new|following|reception|enquir(?:y|ies)|appointments?|office|desk|surgery|helpline|line))[ .](?:nos?|#)[.:#]* ?$/i
const LOOKS_LIKE_PHONE = /^[+(0]/
const NUMBER_OF_PATIENT_FIELD = /^(?:patient|name|mobile|nok|next of kin|guardian|parent|carer)\b/i

type Use = 'booking' | 'plain' | 'other'
const BEST_FIRST: readonly Use[] = ['booking', 'plain', 'other']

/**
 * The number to ring about the visit: that of the bookings, else one for everything, else that of the switchboard; null where a card
 * has none.
 * @param text with its dates and times taken out, in its lines
 */
export function printedPhone(print: Print, text: string): SaidPhone | null {
  const all = phonesIn(text)
  const usable = all.flatMap((phone, index) => {
    const use = useOf(print, phone, all[index - 1], all[index + 1])
    return use === null ? [] : [{ ...phone, use }]
  })
  const [best] = BEST_FIRST.map((use) => usable.filter((phone) => phone.use === use)).filter(({ length }) => length > 0)
  const [first] = best ?? []
  if (!best || !first) return null
  const { use, ...phone } = first
  const others = best.filter(({ value }) => digitsOf(value) !== digitsOf(first.value))
  // A number with letters right before it may begin there.
  const hasBegun = /[\p{L}\d]\d[ -]$/u.test(textBefore(text, phone.at))
  const isSure = use !== 'other' && others.length === 0 && !hasBegun && isWhole(text, phone)
  return { ...phone, value: together(phone.value), isSure }
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** What a number is for, by the words around it; null for one that nobody rings about the visit. */
function useOf(
  print: Print,
  phone: WrittenPhone,
  before: Read<string> | undefined,
  after: Read<string> | undefined,
): Use | null {
  const statement = statementAt(print, phone.at)
  if (!statement) return 'plain'
  const from = Math.max(statement.from, before ? before.at + before.words.length : 0)
  const end = phone.at + phone.words.length
  const to = Math.min(statement.to, after && after.at > end ? after.at : print.text.length)
  const lead = `${fieldOf(print, statement, from, phone.from)} ${print.text.slice(from, phone.from)}`.trimStart()
  const rest = print.text.slice(end, to).split(/[.;](?: |$)|, | or /, 1)[0] ?? ''
  if (
    NO_PHONE.test(lead) ||
    OF_PATIENT.test(lead) ||
    (OF_SOMETHING.test(lead) && !LOOKS_LIKE_PHONE.test(phone.value)) ||
    /^ ?\(?(?:fax|f)\b\)?(?! ?[:.]? ?[\d(+])/i.test(print.text.slice(end, end + 20))
  )
    return null
  if (NUMBER_OF_PATIENT_FIELD.test(lead) && statement.label !== '') return null
  // "Emergency appointments" are none, "Secretary (clinical queries only)" has other things to do.
  if (OTHER_USE.test(lead) || OTHER_USE.test(rest.slice(0, 40).replace(/\((?:answer|out of hours)[^)]*\)/i, '')))
    return BOOKING.test(lead) && !OTHER_USE.test(lead) ? 'booking' : 'other'
  return BOOKING.test(lead) || BOOKING.test(rest) ? 'booking' : 'plain'
}

/** The field of a number whose label stands apart: on its line, or on the line above. */
function fieldOf(print: Print, statement: Statement, from: number, at: number): string {
  if (/\p{L}/u.test(print.text.slice(from, at)) || from !== statement.from) return ''
  if (statement.label !== '') return statement.label
  const above = print.statements[print.statements.indexOf(statement) - 1]
  return above && !/\d/.test(above.text) && above.text.length < 60 ? above.text : ''
}

const DIGIT_APART = /(?<=\d )(\d) (?=\d{2,3}(?:\D|$))/
const LAST_APART = /(?<=\d) (?=\d$)/

/** A digit that a camera read apart from its group: `0117 4 96 0844`. */
const together = (number: string): string =>
  /^0\d{2,} /.test(number) ? number.replace(DIGIT_APART, '$1').replace(LAST_APART, '') : number
