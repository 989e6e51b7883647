import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { planDay } from './support/day.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

// Its own server, which is killed.
const screens = setUpScreens({})

const doseOf = (medicationId: string) => {
  const at = new Date().toISOString()
  return {
    id: randomUUID(),
    medicationId,
    kind: 'taken',
    at,
    loggedAt: at,
    deviceId: randomUUID(),
    deviceName: 'Phone',
    snapshot: { name: 'Ibuprofen', dosage: '200 mg' },
  }
}

/** Sends doses one by one, as fast as they are acknowledged, until `stop` says so; returns the acknowledged ids. */
async function logUntil(user: User, medicationId: string, stop: (count: number) => boolean) {
  const acknowledged: string[] = []
  while (!stop(acknowledged.length)) {
    const dose = doseOf(medicationId)
    const { status } = await user.call('POST', '/api/doses', dose)
    if (status !== 201) throw new Error(`a dose was answered ${status}`)
    acknowledged.push(dose.id)
  }
  return acknowledged
}

describe('a server that is killed', { retry: 0 }, () => {
  it('right after acknowledged writes, has all of them when it starts again, and people are still signed in', async () => {
    const ann = await screens.user({ expected: [/net::ERR_/] })
    await ann.signUp()
    // A worker that is still being installed complains when the server has gone.
    await ann.workerReady()
    const [ibuprofen = ''] = await planDay(ann, [{ name: 'Ibuprofen', minutes: [30] }])
    const known: string[] = []
    for (const round of [1, 12, 25]) {
      known.push(...(await logUntil(ann, ibuprofen, (count) => count === round)))
      await screens.server.kill()
      await screens.server.start()
      const ids = (await ann.dosesOnServer()).map(({ id }) => id)
      expect(ids).toEqual(known)
    }
    await ann.page.reload()
    await ann.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
    expect((await ann.user()).ageVerified).toBe(true)
    expect(await ann.medicationsOnServer()).toMatchObject([{ id: ibuprofen, name: 'Ibuprofen' }])
  })

  it('right after a batch and a change were acknowledged, has both', async () => {
    const ben = await screens.user({ expected: [/net::ERR_/] })
    await ben.signUp()
    await ben.workerReady()
    const [id = ''] = await planDay(ben, [{ name: 'Ibuprofen', minutes: [30] }])
    const doses = Array.from({ length: 40 }, () => doseOf(id))
    const calls = doses.map((body) => ({ key: randomUUID(), method: 'POST', path: '/api/doses', body }))
    const { body } = await ben.call<{ results: { status: number }[] }>('POST', '/api/batch', { calls })
    expect(body.results.map(({ status }) => status)).toEqual(doses.map(() => 201))
    const edit = await ben.call('PATCH', `/api/medications/${id}`, { dosage: '400 mg' })
    expect(edit.status).toBe(200)
    await screens.server.kill()
    await screens.server.start()
    expect((await ben.dosesOnServer()).map((event) => event.id)).toEqual(doses.map((dose) => dose.id))
    expect(await ben.medicationsOnServer()).toMatchObject([{ id, dosage: '400 mg' }])
  })

  it('in the middle of a write: what was not acknowledged arrives once, from the device that kept it', async () => {
    const cleo = await screens.user({ expected: [/net::ERR_/] })
    await cleo.signUp()
    await cleo.workerReady()
    await planDay(cleo, [{ name: 'Ramipril', minutes: [-20] }])
    const taken = cleo.page.getByRole('button', { name: 'Taken: Ramipril' })
    await taken.waitFor()
    const sent = cleo.page.waitForRequest((request) => request.url().endsWith('/api/doses'))
    await taken.click()
    await sent
    await screens.server.kill()
    await screens.server.start()
    await cleo.saved()
    expect(await cleo.dosesOnServer()).toMatchObject([{ kind: 'taken', snapshot: { name: 'Ramipril' } }])
  })
})

describe('a second server on the same data', { retry: 0 }, () => {
  it('is refused with a sentence, and the first one goes on', async () => {
    const { code, said } = await screens.server.startSecond()
    expect({ code, said }).toEqual({
      code: 1,
      said: `Another Dosewell is already running on ${screens.server.dataDir}. Stop it, or set DATA_DIR to another directory.\n`,
    })
    expect((await fetch(`${screens.server.url}/api/health/ready`)).status).toBe(200)
  })
})
