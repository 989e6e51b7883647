import type { LocalDate, LocalTime } from '../calendar.ts'
import { datesIn } from '../dates-and-times/dates.ts'
import { frequencyWords } from '../directions/frequency.ts'
import { readHowOften } from '../how-often/how-often.ts'
import type { Schedule } from '../schedule.ts'
import { type PlainText, plainText } from '../words/plain-text.ts'
import { type AskAbout, type Fact, without } from '../words/read.ts'
import { readCourse } from './course.ts'
import { directedAsks } from './directed.ts'
import { dosagesIn } from './dosage.ts'
import { bareStrengthAsk, holdingDosage } from './held-dosage.ts'
import { readMedicineName } from './medicine-name.ts'
import { ofOneMedicine } from './other-medicines.ts'
import { readReminderTimes, timeAsks } from './reminder-times.ts'
import { scheduled } from './schedules.ts'
import { allTimes, countAsks, withTimes } from './times-of-day.ts'

export { NOTHING_SAID } from './schedules.ts'

/** What a free text says about a medication; null where it says nothing. Every value has the words it came from. */
export interface ReadMedication {
  name: Fact<string> | null
  /** `20 mg`, `2 tablets`. */
  dosage: Fact<string> | null
  /** `daily`, `twice`, `3 times`, `every 6 hours`, `night`, `as needed`. */
  frequency: Fact<string> | null
  /** Sorted, without duplicates. None is made up: "twice a day" gives no time. */
  reminderTimes: Fact<LocalTime>[]
  startDate: Fact<LocalDate> | null
  /** The last day on which it is taken. */
  endDate: Fact<LocalDate> | null
  isOngoing: Fact<true> | null
  /** The whole text (specification, section 5). */
  instructions: string
  /** On which days, as far as the frequency says. */
  schedule: Fact<Schedule> | null
  /** Questions in whole sentences, where the words can be misread or leave something open. */
  asks: string[]
}

/**
 * Reads a dictated medication: the rules of the specification (section 5, medication voice parsing), and other common
 * ways to say the same. Only the first 2,000 characters are read; the instructions are the whole text.
 * @param today in the plan zone
 */
export function readMedication(words: string, today: LocalDate): ReadMedication {
  const plain = plainText(words)
  const { text, asks: otherAsks } = ofOneMedicine(plain.text)
  const said = readHowOften(text)
  const undated = datesIn(said.rest, today, 'this-year').reduce(without, said.rest)
  const name = readMedicineName(text)
  const dosage = holdingDosage(text, dosagesIn(text))
  const strengthAsk = bareStrengthAsk(text, name, dosage)
  const reminderTimes = allTimes(said, readReminderTimes(undated))
  const howOften = withTimes(said, reminderTimes)
  const { frequency } = howOften
  const course = readCourse(howOften.rest, today)
  const { schedule, startDate, endDate, asks } = scheduled(howOften, reminderTimes, course, today)
  return {
    name: placed(plain, name),
    dosage: placed(plain, dosage),
    frequency: frequency && placedIn(plain, { ...frequency, value: frequencyWords(frequency.value) }),
    reminderTimes: reminderTimes.map((time) => placedIn(plain, time)),
    startDate: placed(plain, startDate),
    endDate: placed(plain, endDate),
    isOngoing: placed(plain, course.isOngoing),
    instructions: words.trim(),
    schedule: placed(plain, schedule),
    asks: [
      ...(dosage?.ask ? [dosage.ask] : []),
      ...[
        ...otherAsks,
        ...nameAsks(name),
        ...(strengthAsk ? [strengthAsk] : []),
        ...howOften.asks,
        ...asks,
        ...timeAsks(reminderTimes),
        ...countAsks(howOften, reminderTimes),
      ].map((ask) => askWords(plain, ask)),
      ...directedAsks(howOften.directions),
    ],
  }
}

/** Asks about a name that was not said in that form. */
const nameAsks = (name: Fact<string> | null): AskAbout[] =>
  name === null || name.value === name.words ? [] : [{ text: `“…”: is it ${name.value}?`, about: [name] }]

/** Returns a question, with the words as they were said. */
function askWords(plain: PlainText, { text, about }: AskAbout): string {
  const said = about.map(({ words, at }) => plain.said({ at, length: words.length }).words)
  return text.replace(/…/g, () => said.shift() ?? '')
}

/** Returns what was read in the plain text, with the words as they were said. */
const placedIn = <Value>(plain: PlainText, { value, words, at, confidence }: Fact<Value>): Fact<Value> => ({
  value,
  ...plain.said({ at, length: words.length }),
  confidence,
})

const placed = <Value>(plain: PlainText, read: Fact<Value> | null): Fact<Value> | null => read && placedIn(plain, read)
