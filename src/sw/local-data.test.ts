import { expect, it } from 'vitest'
import { currentUserSchema } from '#domain/records/user-schema.ts'
import { createDatabase } from '#src/data/database.ts'
import { markSignedOut, rememberUser } from '#src/data/device-store.ts'
import { write } from '#src/data/write.ts'
import { testSource, USER } from '#src/testing/device.ts'
import { withLocalData } from './local-data.ts'

/** Makes that user the one who signed in last on this device. */
const remember = () =>
  rememberUser(
    currentUserSchema.parse({
      id: USER,
      email: 'ada@example.org',
      firstName: null,
      lastName: null,
      isAdmin: false,
      dateOfBirth: '1990-01-01',
      ageVerified: true,
      parentalConsentRequired: false,
      parentalConsentGiven: false,
      hasUsedTrial: true,
      subscriptionStatus: null,
      subscriptionPlan: 'free',
      subscriptionEndsAt: null,
      timeZone: 'Australia/Sydney',
    }),
  )

it('S3.6 the worker plans in the zone that waits on this device, not in the one the server last said', async () => {
  const db = createDatabase(USER)
  await db.open()
  await remember()
  const zone = () => withLocalData(async (local) => local.zone)
  expect(await zone()).toBe('Australia/Sydney')
  await write({ db, source: testSource(), zone: 'Australia/Sydney' }, [
    { name: 'profile.edit', args: { timeZone: 'Asia/Kathmandu' } },
  ])
  expect(await zone()).toBe('Asia/Kathmandu')
  db.close()
})

it('S8.4 the worker has no data of whoever is signing out', async () => {
  await remember()
  expect(await withLocalData(async () => 'data')).toBe('data')
  await markSignedOut(USER)
  expect(await withLocalData(async () => 'data')).toBeUndefined()
})
