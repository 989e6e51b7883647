import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#domain/access/roles.ts'
import { ok } from '#domain/lib/result.ts'
import { samplePerson } from '#domain/testing/samples.ts'
import { write } from '#src/data/write.ts'
import { addCommand, extraDose, newMedication, testDevice } from '#src/testing/device.ts'
import { saving } from './saving.ts'
import { catchStorageFaults, useStorageFault } from './storage-fault.ts'

beforeEach(() => useStorageFault.setState({ fault: null }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const OWN = { person: null }
const change = (write: Parameters<typeof saving>[1]['write']) => ({ need: 'change', write, onSaved: () => {} }) as const

const fault = () => useStorageFault.getState().fault

describe('a write that the storage of the device does not take', () => {
  it('is an answer with a sentence, and the page says that the storage was closed', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const device = await testDevice()
    const input = newMedication(device.source)
    await write(device, [addCommand(input)])
    device.db.close()
    const delivered = vi.fn()
    for (const command of [addCommand(newMedication(device.source)), extraDose(device.source, input)])
      expect(
        await saving(OWN, { need: 'log', write: () => write(device, [command]), onSaved: delivered }),
      ).toMatchObject({
        ok: false,
        error: {
          code: 'storage_failed',
          error: expect.stringMatching(/^This device’s storage is not working/),
        },
      })
    expect(fault()).toBe('closed')
    expect(delivered).not.toHaveBeenCalled()
  })

  it('for want of room says what to do, and nothing of a fault', async () => {
    const full = new Dexie.AbortError('The transaction was aborted', new DOMException('', 'QuotaExceededError'))
    expect(
      await saving(
        OWN,
        change(() => Promise.reject(full)),
      ),
    ).toMatchObject({
      error: { code: 'storage_full', error: expect.stringMatching(/Free some space and try again\.$/) },
    })
    expect(fault()).toBeNull()
  })

  it('is no excuse for a bug', async () => {
    await expect(
      saving(
        OWN,
        change(() => Promise.reject(new TypeError('x is undefined'))),
      ),
    ).rejects.toThrow('x is undefined')
    expect(
      await saving(
        OWN,
        change(async () => ok(['key'])),
      ),
    ).toEqual(ok({ keys: ['key'] }))
  })
})

describe('a rejection of the local database that nobody waits for', () => {
  /** Returns whether it is left to the console. */
  function reject(reason: unknown): boolean {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    const end = catchStorageFaults()
    const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason })
    page.dispatchEvent(event)
    end()
    return !event.defaultPrevented
  }

  it('is said on the page', () => {
    expect(reject(new Dexie.DatabaseClosedError())).toBe(false)
    expect(fault()).toBe('closed')
    const closing = 'Failed to execute transaction: The database connection is closing.'
    expect(reject(new DOMException(closing, 'InvalidStateError'))).toBe(false)
  })

  it('is told from what other parts of a browser reject with', () => {
    expect(reject(new DOMException('The play() request was interrupted', 'AbortError'))).toBe(true)
    expect(reject(new DOMException('The element is gone', 'InvalidStateError'))).toBe(true)
    expect(reject(new TypeError('Failed to fetch'))).toBe(true)
    expect(fault()).toBeNull()
  })
})

describe('a write about somebody else', () => {
  const written = async () => ok(['key'])
  const as = (role: Role) => ({ person: { ...samplePerson(), role } })

  it.each([
    ['view', 'log', false],
    ['help', 'log', true],
    ['help', 'change', false],
    ['manage', 'change', true],
    ['owner', 'change', true],
  ] as const)('S14.4 with the role %s may %s: %s', async (role, need, isAllowed) => {
    const write = vi.fn(written)
    const saved = await saving(as(role), { need, write, onSaved: () => {} })
    expect([saved.ok, write.mock.calls.length]).toEqual([isAllowed, isAllowed ? 1 : 0])
    if (!saved.ok)
      expect(saved.error).toMatchObject({ code: 'role_too_small', error: expect.stringMatching(/^You can /) })
  })
})
