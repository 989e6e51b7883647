import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import { readDate } from './dates.ts'
import { readDoctor } from './doctors.ts'
import { readLocation } from './locations.ts'
import { readPhone } from './phones.ts'
import { without } from './read.ts'
import { readSpecialty } from './specialties.ts'
import { readTime } from './times.ts'

/** What a free text says about a visit: each value as the text has it, empty or null where it says nothing. */
export interface ReadAppointment {
  /** Without the title: `Eugene Burton`. */
  doctorName: string
  specialty: string
  appointmentDate: LocalDate | null
  appointmentTime: LocalTime | null
  location: string
  phoneNumber: string
}

/** More than anybody dictates for one visit; what comes after that is not read. */
const LONGEST = 4000

/**
 * Reads a dictated appointment, or the text of an appointment card (specification, section 5, appointment voice parsing). A value
 * that the words do not give stays empty, for the person to fill in.
 * @param today in the plan zone
 */
export function readAppointment(words: string, today: LocalDate): ReadAppointment {
  const text = words.slice(0, LONGEST).replace(/\s+/g, ' ')
  const date = readDate(text, today)
  const undated = without(text, date)
  const time = readTime(undated)
  return {
    doctorName: readDoctor(text),
    specialty: readSpecialty(text),
    appointmentDate: date?.value ?? null,
    appointmentTime: time?.value ?? null,
    location: readLocation(without(undated, time)),
    phoneNumber: readPhone(without(undated, time)),
  }
}
