import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import { chanceOf } from '#tests/sync/prng.ts'
import type { PushSeen, SimulatedDevice } from './device.ts'
import type { Dose } from './doses.ts'
import { newPerson } from './people.ts'
import { SimulatedServer } from './server.ts'

/**
 * One dose of a user whose phone gets it from the server while the laptop sleeps: a situation from the year, step by
 * step.
 */
export interface TwoDevices {
  phone: SimulatedDevice
  laptop: SimulatedDevice
  dose: Dose
  /** Moves the clock, in minutes after the dose is due. */
  moveTo(minutes: number): void
  /** Returns what the phone does with what the server sends then. Without a network it only has the pushes. */
  pushesAt(minutes: number, network?: 'offline'): Promise<PushSeen[]>
  end(): Promise<void>
}

export async function twoDevices(): Promise<TwoDevices> {
  const from = Date.UTC(2026, 6, 5)
  const server = await SimulatedServer.begin(from)
  const person = await newPerson(server, chanceOf('two devices'), 'Europe/London', { from, to: from + DAY })
  const [phone, laptop] = person.devices
  const dose = person.server.dosesNear(from).find((one) => person.server.dueOf(one) > from)
  if (!phone || !laptop || !dose) throw new Error('Two devices and a dose were expected')
  for (const device of person.devices) await device.sync()
  const due = person.server.dueOf(dose)
  const moveTo = (minutes: number) => server.clock.set(due + minutes * MINUTE)
  return {
    phone,
    laptop,
    dose,
    moveTo,
    async pushesAt(minutes, network) {
      moveTo(minutes)
      await server.pass()
      const fetchNews = network === 'offline' ? () => Promise.reject(new Error('offline')) : () => phone.sync()
      const seen: PushSeen[] = []
      for (const text of server.push.take(phone.endpoint)) seen.push(await phone.push(text, fetchNews))
      return seen
    },
    async end() {
      for (const device of person.devices) device.close()
      await server.close()
    },
  }
}
