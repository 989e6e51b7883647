import { afterAll, afterEach } from 'vitest'
import { addLastSeen } from './last-seen.ts'
import type { User } from './user.ts'

interface SharedDevice {
  readonly user: User
  close(): Promise<void>
}

/**
 * Returns a function that returns the device which the tests of a file share: a browser's profile, an account and a
 * worker cost more than most tests. The first test that asks for it makes it, and so does the one after a failure.
 * Each test opens the page it begins on, and what it leaves behind must not matter to the others.
 */
export function sharedDevice<T extends SharedDevice>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  const close = async () => {
    const device = made
    made = undefined
    await (await device?.catch(() => undefined))?.close()
  }
  afterEach(async (test) => {
    if (test.task.result?.state !== 'fail') return
    const device = await made?.catch(() => undefined)
    if (device) await addLastSeen(test, [device.user])
    await close()
  })
  afterAll(close)
  return () => {
    made ??= make()
    return made
  }
}
