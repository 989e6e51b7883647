import path from 'node:path'
import { newId } from '#domain/lib/ids.ts'
import { type Instant, toInstant } from '#domain/lib/instant.ts'
import { DAY, HOUR, type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import { instantAt } from '#domain/lib/zone.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { newUser, type User } from '#tests/e2e/support/user.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { launch } from '#tests/support/chromium.ts'

/**
 * `npm run screenshots`: the pictures for the README and the install dialog, taken of the real app with a day in the
 * life of a made-up user. The day is fixed, so the pictures change only when the app does.
 */
const ZONE = 'Australia/Sydney'
const TODAY = '2026-11-20' as LocalDate
const NOW = instantAt(TODAY, '18:04' as LocalTime, ZONE)
const FOLDER = path.resolve(import.meta.dirname, '../public/screenshots')

const MEDICATIONS = [
  { name: 'Perindopril arginine + amlodipine', dosage: '5 mg / 5 mg', reminderTimes: ['08:00'] },
  { name: 'Metformin XR', dosage: '1000 mg, 1 tablet', reminderTimes: ['08:00', '18:00'] },
  { name: 'Apixaban', dosage: '5 mg, 1 tablet', reminderTimes: ['08:00', '18:00'] },
  { name: 'Panadol Osteo', dosage: '665 mg, 2 tablets', reminderTimes: ['13:00', '18:00'] },
  { name: 'Atorvastatin', dosage: '40 mg', reminderTimes: ['21:00'] },
]

const SIZES = [
  { name: 'home-narrow', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  { name: 'home-wide', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
]

async function fillDay(user: User): Promise<void> {
  await user.call('PATCH', '/api/user/profile', { firstName: 'Margaret', lastName: 'Okonkwo' })
  for (const [index, medication] of MEDICATIONS.entries()) {
    const createdAt = toInstant(NOW - 20 * DAY + index * HOUR)
    const added = await user.call<ListedMedication>('POST', '/api/medications', {
      ...medication,
      createdAt,
    })
    for (const time of added.body.reminderTimes) await logEarlier(user, added.body, time)
  }
}

/** Logs every dose before now as taken two minutes after its time, except the one at 1 PM, which was skipped. */
async function logEarlier(user: User, medication: ListedMedication, time: LocalTime): Promise<void> {
  const planned = instantAt(TODAY, time, ZONE)
  if (planned > NOW - 10 * MINUTE) return
  const at: Instant = toInstant(planned + 2 * MINUTE)
  const source = {
    now: () => planned,
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  }
  await user.call('POST', '/api/doses', {
    id: newId(source),
    medicationId: medication.id,
    slotId: slotIdOf(medication.id, TODAY, time),
    kind: time === '13:00' ? 'skipped' : 'taken',
    at,
    loggedAt: at,
    deviceId: newId(source),
    note: time === '13:00' ? 'No pain today' : null,
    snapshot: { name: medication.name, dosage: medication.dosage, date: TODAY, time },
  })
}

const server = await startAppServer()
const browser = await launch()
try {
  const owner = await newUser(browser, server, { timeZone: ZONE })
  await owner.signUp('margaret@example.org')
  await fillDay(owner)
  for (const { name, viewport, deviceScaleFactor } of SIZES) {
    const user = await newUser(browser, server, {
      timeZone: ZONE,
      context: { viewport, deviceScaleFactor, colorScheme: 'light', reducedMotion: 'reduce' },
    })
    await user.page.clock.setFixedTime(NOW)
    await user.signIn('margaret@example.org')
    await user.page.getByRole('button', { name: /^Taken \(3\)/ }).waitFor()
    await user.page.getByText(/saved and synced/).waitFor()
    await user.page.screenshot({ path: path.join(FOLDER, `${name}.png`) })
    await user.close()
  }
  await owner.close()
} finally {
  await browser.close()
  await server.stop()
}
