import { patternsOf } from '../patterns.ts'
import appointment from '../vocabulary/appointments.json' with { type: 'json' }
import events from '../vocabulary/events.json' with { type: 'json' }
import people from '../vocabulary/people.json' with { type: 'json' }
import phones from '../vocabulary/phones.json' with { type: 'json' }
import places from '../vocabulary/places.json' with { type: 'json' }
import print from '../vocabulary/print.json' with { type: 'json' }
import specialties from '../vocabulary/specialties.json' with { type: 'json' }

/** Phrases by which people and cards say what something next to them is: one pattern for each kind of phrase. */
export const APPOINTMENTS = patternsOf(appointment)
export const EVENTS = patternsOf(events)
export const PEOPLE = patternsOf(people)
export const PHONES = patternsOf(phones)
export const PLACES = patternsOf(places)
export const PRINT = patternsOf(print)
export const SPECIALTIES = patternsOf(specialties)
