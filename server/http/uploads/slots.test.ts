import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { uploadSlots } from './slots.ts'

const LIMITS = { perAccount: 2, perServer: 3, waitingPerAccount: 1, waiting: 2, wait: 1000 }

/** Returns whether it has been admitted, once everything that is ready has run. */
async function settled(promise: Promise<unknown>): Promise<'admitted' | 'refused' | 'waiting'> {
  const later = new Promise<'waiting'>((resolve) => setImmediate(resolve, 'waiting'))
  return Promise.race([promise.then(() => 'admitted' as const).catch(() => 'refused' as const), later])
}

function withTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

describe('the places for uploads', () => {
  it('of one account are few, and another account does not wait behind it', async () => {
    const slots = uploadSlots(LIMITS)
    await slots.enter('ada')
    await slots.enter('ada')
    const third = slots.enter('ada')
    expect(await settled(third)).toBe('waiting')
    expect(slots.isContended()).toBe(false)
    expect(await settled(slots.enter('bob'))).toBe('admitted')
  })

  it('go to whoever waited longest and may have one', async () => {
    const slots = uploadSlots(LIMITS)
    const [first] = [await slots.enter('ada'), await slots.enter('ada')]
    const bobs = await slots.enter('bob')
    const [own, cleo] = [slots.enter('ada'), slots.enter('cleo')]
    expect(slots.isContended()).toBe(true)
    bobs()
    expect([await settled(own), await settled(cleo)]).toEqual(['waiting', 'admitted'])
    first()
    expect(await settled(own)).toBe('admitted')
  })

  it('given back twice are one place', async () => {
    const slots = uploadSlots({ ...LIMITS, perAccount: 9, perServer: 2 })
    const leave = await slots.enter('ada')
    await slots.enter('ada')
    leave()
    leave()
    await slots.enter('bob')
    expect(await settled(slots.enter('bob'))).toBe('waiting')
  })

  it('are refused at once to an account that is in its own way too often (429), and to all when many wait (503)', async () => {
    const slots = uploadSlots(LIMITS)
    const wait = async (account: string) => void slots.enter(account).catch(() => {})
    for (const account of ['ada', 'ada', 'bob', 'ada']) await wait(account)
    await expect(slots.enter('ada')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '10' } })
    await wait('cleo')
    await expect(slots.enter('dan')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  })

  it('are waited for only so long; who gave up takes none', async () => {
    withTimers()
    const slots = uploadSlots({ ...LIMITS, perServer: 1 })
    const leave = await slots.enter('ada')
    const late = slots.enter('bob')
    vi.advanceTimersByTime(LIMITS.wait)
    await expect(late).rejects.toMatchObject({ status: 503 })
    leave()
    expect(await settled(slots.enter('cleo'))).toBe('admitted')
  })

  it('that an account itself holds are no fault of others', async () => {
    withTimers()
    const slots = uploadSlots(LIMITS)
    await slots.enter('ada')
    await slots.enter('ada')
    const late = slots.enter('ada')
    vi.advanceTimersByTime(LIMITS.wait)
    await expect(late).rejects.toMatchObject({ status: 429 })
  })
})
