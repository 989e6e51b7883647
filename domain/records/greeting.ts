import { msg } from '../language/message.ts'
import { t } from '../language/translate.ts'
import { type LocalTime, minutesOfDay } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import { type CurrentUser, greetingNameOf } from './user.ts'

/** Returns the greeting for the local time: morning from 4 AM, afternoon from noon, evening from 5 PM. */
export function greetingAt(time: LocalTime): string {
  const hour = Math.floor(minutesOfDay(time) / 60)
  if (hour >= 4 && hour < 12) return t('Good morning')
  return hour >= 12 && hour < 17 ? t('Good afternoon') : t('Good evening')
}

/** Returns `Good morning, Ann`: the home screen's greeting at this instant (ms), in the user's zone. */
export const greetingOf = (user: Pick<CurrentUser, 'firstName' | 'email'>, now: number, zone: string): string =>
  t('{greeting}, {name}', { greeting: greetingAt(localAt(now, zone).time), name: greetingNameOf(user) })

/** Returns the line above the day on the home screen: the greeting, or whose day it is if not the user's own. */
export const helloOf = (
  user: Pick<CurrentUser, 'firstName' | 'email'>,
  other: { name: string } | null,
  now: number,
  zone: string,
): string => (other ? t('{name}’s day', { name: other.name }) : greetingOf(user, now, zone))

/** The title of the home screen (specification, section 1). */
export const HOME_TITLE = msg('Welcome to Your Medication Dashboard')
