import { describe, expect, it, vi } from 'vitest'
import type { UserId } from '#domain/lib/ids.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { dropAppLock, setAppLock } from '#src/data/app-lock-store.ts'
import { forgetOwner } from '#src/data/device-owners.ts'
import { readAppLock } from '#src/data/device-store.ts'
import { storedPin } from './pin.ts'
import { provePin, readTries } from './proof.ts'
import { NO_TRIES } from './tries.ts'

const NOW = Date.UTC(2026, 10, 22, 9)
const PIN = await storedPin('2580')

/** A user with a lock on this device. */
async function locked(): Promise<UserId> {
  const user = crypto.randomUUID() as UserId
  await setAppLock(user, { pin: PIN, passkey: null, after: 1, tries: NO_TRIES })
  return user
}

describe('proving to know the PIN', () => {
  it('five wrong ones cost 30 seconds in which the right one is not looked at, also after a reload', async () => {
    const user = await locked()
    for (let count = 1; count <= 5; count += 1)
      expect(await provePin(user, '0000', NOW)).toMatchObject({ kind: 'wrong', tries: { wrong: count } })
    // Only the device store knows of it.
    expect(await provePin(user, '2580', NOW + MINUTE / 2 - 1)).toMatchObject({ kind: 'pause' })
    expect(await readTries(user, NOW + 1000)).toEqual({ wrong: 5, until: NOW + MINUTE / 2 })
    expect(await provePin(user, '2580', NOW + MINUTE / 2)).toEqual({ kind: 'right' })
    expect(await readTries(user, NOW + MINUTE)).toEqual(NO_TRIES)
  })

  it('tries of several tabs at the same moment are all counted', async () => {
    const user = await locked()
    const proofs = await Promise.all(['1', '2', '3', '4', '5', '6', '7'].map((pin) => provePin(user, pin, NOW)))
    expect(proofs.map(({ kind }) => kind).sort()).toEqual([...Array(2).fill('pause'), ...Array(5).fill('wrong')])
    expect(await readTries(user, NOW)).toMatchObject({ wrong: 5 })
  })

  it('a try is counted before it is judged: leaving in between saves none', async () => {
    const user = await locked()
    let counted: number | undefined
    const derive = vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation(async () => {
      counted = (await readAppLock(user))?.tries.wrong
      return new ArrayBuffer(32)
    })
    await provePin(user, '0000', NOW)
    derive.mockRestore()
    expect(counted).toBe(1)
  })

  it('a lock that was taken away elsewhere asks for nothing and does not come back', async () => {
    const user = await locked()
    await dropAppLock(user)
    expect(await provePin(user, '0000', NOW)).toEqual({ kind: 'right' })
    expect(await readAppLock(user)).toBeNull()
  })

  it('nothing of the lock is left when the account leaves this device, and that of another stays', async () => {
    const [one, other] = [await locked(), await locked()]
    await forgetOwner(one)
    expect(await readAppLock(one)).toBeNull()
    expect(await readAppLock(other)).not.toBeNull()
  })
})
