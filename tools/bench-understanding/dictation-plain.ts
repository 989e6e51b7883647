import * as chrono from 'chrono-node'
import type { Sample } from './sample.ts'
import type { Reader, Reading } from './score.ts'

/**
 * The baseline for dictation: the specification's rules as regular expressions, and chrono-node for dates and times.
 */

const asReadings = (found: Record<string, unknown>): Record<string, Reading> =>
  Object.fromEntries(
    Object.entries(found).flatMap(([field, value]): [string, Reading][] =>
      value === undefined || value === null ? [] : [[field, { value, isSure: true }]],
    ),
  )

const two = (part: number | null): string => String(part ?? 0).padStart(2, '0')

/** Returns what chrono-node reads in a text, day first, relative to the day of the sample. */
function datesOf({ text, now }: Sample): { date: string | undefined; times: string[] } {
  const results = chrono.en.GB.parse(text, now ? new Date(now) : new Date(0), { forwardDate: true })
  const dated = results.find(({ start }) => start.isCertain('day') || start.isCertain('weekday'))
  const { start } = dated ?? {}
  return {
    date: start && `${start.get('year')}-${two(start.get('month'))}-${two(start.get('day'))}`,
    times: results
      .filter((result) => result.start.isCertain('hour'))
      .map((result) => `${two(result.start.get('hour'))}:${two(result.start.get('minute'))}`),
  }
}

const UNITS: Record<string, string> = { milligram: 'mg', gram: 'g', millilitre: 'ml', milliliter: 'ml' }

function dosageOf(text: string): string | undefined {
  const match = /(\d+(?:\.\d+)?) ?(mg|milligram|gram|g|ml|millilit(?:re|er)|tablet|capsule|unit)(s?)\b/i.exec(text)
  if (!match) return undefined
  const unit = match[2]?.toLowerCase() ?? ''
  return `${match[1]} ${UNITS[unit] ?? unit + match[3]}`
}

function frequencyOf(text: string): string | undefined {
  const hours = /\bevery (\d+) hours/i.exec(text)
  if (hours) return `every ${hours[1]} hours`
  const times = /\b(once|twice|(?:three|3|four|4) times|daily|morning|evening|night)\b/i.exec(text)?.[1]
  return times?.toLowerCase().replace('three', '3').replace('four', '4')
}

/** Returns the word before the dosage, else the one after "take". */
const nameOf = (text: string): string | undefined =>
  /([a-z]{4,}),? +\d+(?:\.\d+)? ?(?:mg|milligram)/i.exec(text)?.[1] ?? /\btake (?:my )?([a-z]{4,})/i.exec(text)?.[1]

export const plainMedication: Reader = {
  name: 'chrono-node + regular expressions',
  read(sample) {
    const { text } = sample
    const { date, times } = datesOf(sample)
    return asReadings({
      name: nameOf(text),
      dosage: dosageOf(text),
      frequency: frequencyOf(text),
      reminderTimes: times,
      startDate: date,
      isOngoing: /\b(?:ongoing|indefinite|continuous)/i.test(text),
      instructions: text.trim(),
    })
  },
}

const SPECIALTY = /\b(?:cardiolog|dermatolog|neurolog|oncolog|urolog|rheumatolog|psycholog)ist\b|\bdentist\b|\bGP\b/i

export const plainAppointment: Reader = {
  name: 'chrono-node + regular expressions',
  read(sample) {
    const { text } = sample
    const { date, times } = datesOf(sample)
    return asReadings({
      doctorName: /\b(?:Dr\.?|Doctor) ((?:[A-Z][\w.'-]*)(?: [A-Z][\w.'-]*)*)/.exec(text)?.[1],
      specialty: SPECIALTY.exec(text)?.[0],
      appointmentDate: date,
      appointmentTime: times[0],
      location: /\bat (?:the )?([\w' ]+ (?:clinic|hospital|medical cent(?:re|er)|health cent(?:re|er)|office))\b/i.exec(
        text,
      )?.[1],
      phoneNumber: /\+?\(?\d[\d ()-]{7,}\d/.exec(text)?.[0],
    })
  },
}
