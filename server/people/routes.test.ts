import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PERSON_COLOURS } from '#domain/records/person.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asMinor } from '../testing/minors.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addPerson, on } from '../testing/people-of.ts'
import { addAppointment, addMedication, doseBody, list, readLog, send, supplyBody } from '../testing/writes.ts'

let server: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
  bob = await asAdult(server, 'bob@example.org')
})
afterAll(() => server.close())

const peopleOf = async (account: Person) => (await account.inject('/api/people')).json()

describe('people', () => {
  it('begin with the account’s own person, who has its id, name and zone', async () => {
    const fresh = await asAdult(server, 'fresh@example.org', 'Europe/Berlin')
    await send(fresh, 'PATCH', '/api/user/profile', { firstName: 'Ana', lastName: 'Weber' })
    expect(await peopleOf(fresh)).toEqual([
      {
        id: fresh.user.id,
        name: 'Ana Weber',
        colour: 'blue',
        relation: null,
        isSelf: true,
        role: 'owner',
        timeZone: 'Europe/Berlin',
        sharedBy: null,
        grantId: null,
        sharedUntil: null,
        isWithheld: false,
        hasPremium: null,
        emergency: null,
      },
    ])
  })

  it('are added with what was said, and otherwise with a free colour and the account’s zone', async () => {
    const cara = await asAdult(server, 'cara@example.org')
    const id = randomUUID()
    const mia = await addPerson(cara, { id, name: '  Mia ', relation: 'daughter' })
    expect(mia).toEqual({
      id,
      name: 'Mia',
      colour: 'green',
      relation: 'daughter',
      isSelf: false,
      role: 'owner',
      timeZone: 'Australia/Sydney',
      sharedBy: null,
      grantId: null,
      sharedUntil: null,
      isWithheld: false,
      hasPremium: null,
      emergency: null,
    })
    server.clock.advance(1)
    const opa = await addPerson(cara, { name: 'Opa', colour: 'brown', timeZone: 'Europe/Vienna' })
    expect(opa).toMatchObject({ colour: 'brown', relation: null, timeZone: 'Europe/Vienna' })
    expect((await peopleOf(cara)).slice(1)).toEqual([mia, opa])
  })

  it('are the same person when the request is repeated, and nobody else under an id that was used', async () => {
    const id = randomUUID()
    const key = randomUUID()
    const add = (account: Person, body: object, keyed?: string) => send(account, 'POST', '/api/people', body, keyed)
    expect((await add(ada, { id, name: 'Ben' }, key)).statusCode).toBe(201)
    expect((await add(ada, { id, name: 'Ben' }, key)).statusCode).toBe(201)
    expect((await add(ada, { id, name: 'Ben' })).statusCode).toBe(201)
    for (const [account, body] of [
      [ada, { id, name: 'Ken' }],
      [bob, { id, name: 'Ben' }],
      [bob, { id: ada.user.id, name: 'Ada' }],
    ] as const) {
      const answer = await add(account, body)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'id_conflict'])
    }
    await send(ada, 'DELETE', `/api/people/${id}`)
    expect((await add(ada, { id, name: 'Ben' })).json().code).toBe('id_conflict')
  })

  it.each([
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ name: 'Mia', colour: 'mauve' }, 'colour'],
    [{ name: 'Mia', relation: 'x'.repeat(41) }, 'relation'],
    [{ name: 'Mia', timeZone: 'Mars/Base' }, 'timeZone'],
    [{ name: 'Mia', id: 'x' }, 'id'],
    [{ name: 'Mia', role: 'owner' }, 'body'],
  ])('are not added as %j: 400 names %s', async (body, field) => {
    const answer = await send(ada, 'POST', '/api/people', body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
    expect(answer.json().field ?? 'body').toBe(field)
    expect(answer.json().error).toMatch(/\S/)
  })

  it('are at most twenty besides the account’s own, who take the colours in turn', async () => {
    const dora = await asAdult(server, 'dora@example.org')
    const added = []
    for (let n = 0; n < 20; n += 1) added.push(await addPerson(dora, { name: `Person ${n}` }))
    expect(added.slice(0, 7).map(({ colour }) => colour)).toEqual(PERSON_COLOURS.slice(1))
    const answer = await send(dora, 'POST', '/api/people', { name: 'One more' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'limit_reached'])
    expect(await peopleOf(dora)).toHaveLength(21)
  })

  it('are changed field by field; of the own person only the colour and the card', async () => {
    const mia = await addPerson(ada, { relation: 'daughter' })
    const edit = (id: string, body: object) => send(ada, 'PATCH', `/api/people/${id}`, body)
    expect((await edit(mia.id, { colour: 'red' })).json()).toEqual({ ...mia, colour: 'red' })
    expect((await edit(mia.id, { relation: null })).json()).toEqual({ ...mia, colour: 'red', relation: null })
    expect((await edit(ada.user.id, { colour: 'teal' })).json()).toMatchObject({ isSelf: true, colour: 'teal' })
    for (const field of ['name', 'relation', 'timeZone']) {
      const body = { [field]: field === 'timeZone' ? 'Europe/Berlin' : 'Ada' }
      const answer = await edit(ada.user.id, body)
      expect([answer.statusCode, answer.json().field]).toEqual([400, field])
    }
  })

  it('have an emergency card of their own, which names the field that breaks a rule and is erased with them', async () => {
    const emergency = {
      ...{ allergies: 'Nuts', conditions: 'Asthma', bloodGroup: 'A+', note: '' },
      contacts: [{ name: 'Ada', relation: 'mother', phone: '+61 400 000 000' }],
    }
    const mia = await addPerson(ada, { name: 'Mia' })
    const edit = (id: string, body: object) => send(ada, 'PATCH', `/api/people/${id}`, body)
    expect(mia.emergency).toBeNull()
    expect((await edit(mia.id, { emergency })).json()).toEqual({ ...mia, emergency })
    expect((await edit(mia.id, { colour: 'red' })).json()).toMatchObject({ colour: 'red', emergency })
    expect((await peopleOf(ada)).find(({ id }: { id: string }) => id === mia.id)).toMatchObject({ emergency })
    for (const [wrong, field] of [
      [{ ...emergency, allergies: 'x'.repeat(401) }, 'emergency.allergies'],
      [{ ...emergency, bloodGroup: 'C' }, 'emergency.bloodGroup'],
      [{ ...emergency, contacts: [{ name: 'Ada', relation: '', phone: 'home' }] }, 'emergency.contacts.0.phone'],
    ] as const) {
      const refused = await edit(mia.id, { emergency: wrong })
      expect([refused.statusCode, refused.json().field]).toEqual([400, field])
    }
    await send(ada, 'DELETE', `/api/people/${mia.id}`)
    expect(JSON.stringify(await peopleOf(ada))).not.toContain('Asthma')
  })

  it('cards are the same whichever call sets that of the own person', async () => {
    const own = await asAdult(server, 'own-card@example.org')
    const emergency = { allergies: 'Latex', conditions: '', bloodGroup: null, note: '', contacts: [] }
    const answer = await send(own, 'PATCH', `/api/people/${own.user.id}`, { emergency })
    expect(answer.statusCode).toBe(200)
    expect((await own.inject('/api/auth/user')).json().emergency).toEqual(emergency)
  })

  it('of another account are not there, nor is anybody with such an id', async () => {
    const mia = await addPerson(ada)
    for (const id of [mia.id, ada.user.id, randomUUID(), 'x']) {
      for (const method of ['PATCH', 'DELETE'] as const) {
        const answer = await send(bob, method, `/api/people/${id}`, method === 'PATCH' ? { name: 'Eve' } : undefined)
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
      }
    }
    expect(await peopleOf(ada)).toContainEqual(mia)
  })

  it('need a verified age, like all health data', async () => {
    const minor = await asMinor(server, 'minor@example.org')
    expect((await minor.inject('/api/people')).json().code).toBe('consent_required')
  })
})

describe('each person', () => {
  it('S14.1 has records, log, supply, sequence and zone of their own', async () => {
    const eve = await asAdult(server, 'eve@example.org')
    const mia = await addPerson(eve, { timeZone: 'Europe/Berlin' })
    const child = on(eve, mia)
    const own = await addMedication(eve)
    const hers = await addMedication(child, { amounts: { unit: 'tablet', each: '1' } })
    await addAppointment(child)
    expect((await send(child, 'POST', '/api/doses', doseBody(hers.id))).statusCode).toBe(201)
    expect((await send(child, 'POST', '/api/supply-events', supplyBody(hers.id))).statusCode).toBe(201)
    expect((await list(eve)).map(({ id }) => id)).toEqual([own.id])
    expect((await list(child)).map(({ id }) => id)).toEqual([hers.id])
    expect(await readLog(eve)).toEqual([])
    expect((await readLog(child)).map(({ seq }) => seq)).toEqual([3])
    const plan = await child.inject('/api/plan?from=2026-03-02&to=2026-03-02')
    expect(plan.json()).toMatchObject({ zone: 'Europe/Berlin', slots: [{ medicationId: hers.id }] })
    expect(plan.headers).toMatchObject({ 'dosewell-user': mia.id, 'dosewell-account': eve.user.id })
    expect(plan.headers['dosewell-seq']).toBe('4')
    // Adding Mia was a commit of the account, hers are not.
    expect((await eve.inject('/api/doses')).headers['dosewell-seq']).toBe('2')
    expect((await send(eve, 'POST', '/api/doses', doseBody(hers.id))).statusCode).toBe(404)
    expect((await send(child, 'PATCH', `/api/medications/${own.id}`, { name: 'X' })).statusCode).toBe(404)
  })

  it('is replanned when their zone changes, with a commit that their devices hear of', async () => {
    const mia = await addPerson(ada, { timeZone: 'Europe/Berlin' })
    await addMedication(on(ada, mia))
    await send(ada, 'PATCH', `/api/people/${mia.id}`, { timeZone: 'Asia/Tokyo' })
    const plan = await on(ada, mia).inject('/api/plan?from=2026-03-02&to=2026-03-02')
    expect(plan.json()).toMatchObject({ zone: 'Asia/Tokyo' })
    expect((await on(ada, mia).inject('/api/doses')).headers['dosewell-seq']).toBe('2')
  })

  it('takes batches; only those of the own person may change the profile', async () => {
    const mia = await addPerson(ada)
    const calls = [{ key: randomUUID(), method: 'PATCH', path: '/api/user/profile', body: { firstName: 'Eve' } }]
    const results = async (account: Person) =>
      (await send(account, 'POST', '/api/batch', { calls })).json().results.map(({ status }: never) => status)
    expect(await results(on(ada, mia))).toEqual([404])
    expect(await results(ada)).toEqual([200])
  })

  it('has change notifications under their own address', async () => {
    const mia = await addPerson(ada)
    const url = `/api/events?person=${mia.id}`
    const answer = await server.inject({ url, headers: { cookie: ada.cookie }, payloadAsStream: true })
    expect([answer.statusCode, answer.headers['dosewell-user']]).toEqual([200, mia.id])
    answer.stream().destroy()
  })
})

describe('a request for somebody whom the account may not see', () => {
  const heard = async (account: Person, headers: Record<string, string>) => {
    const answer = await account.inject({ url: '/api/medications', headers })
    return [answer.statusCode, answer.json().code]
  }

  it('S14.3 answers 404 for another’s person, without a word about them', async () => {
    const mia = await addPerson(ada)
    await addMedication(on(ada, mia), { name: 'Secretol' })
    const answer = await on(bob, mia).inject('/api/medications')
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'person_unknown'])
    expect(answer.body).not.toContain('Mia')
    expect(answer.headers).not.toHaveProperty('dosewell-seq')
    expect(await heard(bob, { 'dosewell-user': mia.id })).toEqual([404, 'person_unknown'])
  })

  it('S14.2 answers a device that knows only accounts as ever: 409 for another account, and for nobody', async () => {
    for (const id of [ada.user.id, randomUUID(), 'x']) {
      expect(await heard(bob, { 'dosewell-user': id })).toEqual([409, 'wrong_user'])
    }
  })

  it('S14.2 answers 404 to a device that names its account, and 409 when that is not the one signed in', async () => {
    const mia = await addPerson(ada)
    const named = { 'dosewell-account': bob.user.id }
    for (const id of [ada.user.id, randomUUID(), 'x', mia.id]) {
      expect(await heard(bob, { ...named, 'dosewell-user': id })).toEqual([404, 'person_unknown'])
    }
    const stale = { 'dosewell-account': ada.user.id, 'dosewell-user': mia.id }
    expect(await heard(bob, stale)).toEqual([409, 'wrong_user'])
  })

  it('is refused where a route works on the account', async () => {
    const mia = await addPerson(ada)
    const answer = await on(ada, mia).inject('/api/user/sessions')
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'wrong_user'])
  })

  it('S14.3 answers 404 person_gone for one that this account deleted', async () => {
    const mia = await addPerson(ada)
    await send(ada, 'DELETE', `/api/people/${mia.id}`)
    const answer = await on(ada, mia).inject('/api/medications')
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'person_gone'])
    expect(answer.headers['dosewell-user']).toBe(mia.id)
  })
})
