import { useEffect, useState } from 'react'
import { addDays, DAY, type LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import {
  alarmsOf,
  isOutdated,
  isWithoutAlarms,
  markOf,
  PACK_DAYS,
  type PackMark,
  packWindow,
  withdrawnAlarms,
} from '#domain/reminders/alarm-pack.ts'
import { alarmPackFile } from '#domain/reminders/icalendar.ts'
import { readPackMark, writePackMark } from '#src/data/pack-mark.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { useAppointments } from '#src/session/appointments.ts'
import { useMoves } from '#src/session/moves.ts'
import { useMedications } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { saveFile } from '#src/ui/save-file.ts'

/** `none`: this device never made one; `ending`: it ends within three days or has ended. */
export type PackState = 'none' | 'right' | 'outdated' | 'ending'

export interface AlarmPackView {
  state: PackState
  /** Where the last pack ends (ms); null if there is none. */
  to: number | null
  today: LocalDate
  /** How many alarms a pack made now would have. */
  alarms: number
  /** Some medication in use has doses that a pack cannot have. */
  isPartial: boolean
  /** Some medication in use has notices after a dose, which a calendar cannot have. */
  hasFollowUps: boolean
  /** Makes a new pack and passes it to the browser. Works offline. */
  download(): void
}

const ENDING = 3 * DAY

/** Returns the calendar alarms of this device; undefined until it has read what it knows of them. */
export function useAlarmPack(): AlarmPackView | undefined {
  const { zone, user } = useSession()
  const medications = useMedications()
  const appointments = useAppointments()
  const now = useNow()
  const today = localAt(now, zone).date
  const moves = useMoves(addDays(today, -1), addDays(today, PACK_DAYS + 1))
  const [mark, setMark] = useState<PackMark | null>()
  // Read again with the time and when the tab is looked at again: another one may have made a pack meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `now` says when to read
  useEffect(() => {
    let isCurrent = true
    void readPackMark(user.id).then((read) => {
      if (isCurrent) setMark(read)
    })
    return () => {
      isCurrent = false
    }
  }, [user.id, now])
  if (!medications || !appointments || !moves || mark === undefined) return undefined
  const plan = { medications, appointments, moves, zone }
  const inUse = medications.filter(({ isActive }) => isActive)

  const download = () => {
    const made = deviceClock.now()
    const window = packWindow(made)
    const alarms = alarmsOf(plan, window)
    const withdrawn = mark ? withdrawnAlarms(mark, plan, made) : []
    const file = alarmPackFile({ alarms, withdrawn, now: made, origin: location.origin })
    saveFile('reminders.ics', new Blob([file], { type: 'text/calendar' }))
    const fresh = markOf(plan, window)
    setMark(fresh)
    void writePackMark(user.id, fresh)
  }
  return {
    state: mark === null ? 'none' : stateOf(mark, isOutdated(mark, plan, now), now),
    to: mark?.to ?? null,
    today,
    alarms: alarmsOf(plan, packWindow(now)).length,
    isPartial: inUse.some(isWithoutAlarms),
    hasFollowUps: inUse.some(({ notices }) => notices != null && notices.followUps.length > 0),
    download,
  }
}

const stateOf = (mark: PackMark, outdated: boolean, now: number): PackState =>
  outdated ? 'outdated' : now > mark.to - ENDING ? 'ending' : 'right'
