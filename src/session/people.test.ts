import { beforeEach, expect, it, vi } from 'vitest'
import type { UserId } from '#domain/lib/ids.ts'
import { dataIdOf, type ListedPerson } from '#domain/records/person.ts'
import { sampleId, samplePerson } from '#domain/testing/samples.ts'
import { createDatabase } from '#src/data/database.ts'
import { databaseName } from '#src/data/database-names.ts'
import { pendingDeletions } from '#src/data/device-store.ts'
import { EVERYONE, readPeople, storePeople, storeShown } from '#src/data/people-store.ts'
import { PATIENTLY } from '#tests/support/wait.ts'
import { recallPeople, refreshPeople, refreshPeopleAsOf, show, usePeople } from './people.tsx'

const ADA = sampleId<UserId>(1)
const SELF: ListedPerson = { ...samplePerson(), id: ADA as string as ListedPerson['id'], name: 'Ada', isSelf: true }
const MIA = samplePerson()
const OPA: ListedPerson = { ...samplePerson(), id: sampleId(701), name: 'Opa', role: 'view', sharedBy: 'Bob' }

const json = (body: unknown, status = 200) => Response.json(body, { status })
const error = (status: number, code: string) => json({ code, error: 'No.', message: 'No.' }, status)

/** What was asked since: `POST /api/people` and so on, with the person it named. */
let asked: string[] = []

/** GET /api/people answers this; whoever is missing from it is answered by `ofMissing`. */
function serverLists(
  body: unknown,
  { status = 200, ofMissing = () => error(404, 'person_gone') as Response } = {},
): void {
  asked = []
  vi.stubGlobal(
    'fetch',
    async (path: string, { method, headers }: { method: string; headers: Record<string, string> }) => {
      asked.push(`${method} ${path} ${headers['dosewell-user']}`)
      if (path === '/api/people') return method === 'GET' ? json(body, status) : json(MIA, 201)
      return ofMissing()
    },
  )
}

const namesHere = () => usePeople.getState().people.map(({ name }) => name)
const hasDatabaseOf = async ({ id }: ListedPerson) =>
  (await indexedDB.databases()).some(({ name }) => name === databaseName(dataIdOf(id)))

async function openedBefore(person: ListedPerson): Promise<void> {
  const db = createDatabase(dataIdOf(person.id))
  await db.open()
  db.close()
}

/** The drafts of this page, by key. */
let drafts: Record<string, string> = {}

beforeEach(async () => {
  drafts = { [`medication-draft:${MIA.id}:add`]: '{}', [`medication-draft:${ADA}:add`]: '{}' }
  const removeItem = (key: string) => delete drafts[key]
  vi.stubGlobal('sessionStorage', Object.defineProperty(drafts, 'removeItem', { value: removeItem }))
  await storePeople(ADA, [SELF, MIA, OPA])
  await storeShown(ADA, MIA.id)
  await recallPeople(ADA)
})

it('S15.1 whoever is missing from a newer list is shown no more, and their database is gone', async () => {
  await openedBefore(MIA)
  await openedBefore(OPA)
  serverLists([SELF, OPA])
  expect(await refreshPeople(ADA)).toBe(true)
  expect([namesHere(), usePeople.getState().shown]).toEqual([['Ada', 'Opa'], EVERYONE])
  expect(await readPeople(ADA)).toEqual({ people: [SELF, OPA], shown: EVERYONE })
  expect([await hasDatabaseOf(MIA), await hasDatabaseOf(OPA), await pendingDeletions()]).toEqual([false, true, []])
  expect(Object.keys(drafts)).toEqual([`medication-draft:${ADA}:add`])
})

it.each([
  ['no list', { people: [] }, 200],
  ['a list with somebody who has no id', [SELF, { ...MIA, id: 'mia' }], 200],
  ['a list with a zone that is none', [SELF, { ...MIA, timeZone: 'Mars/Base' }], 200],
  ['an error', { code: 'internal', error: 'No.' }, 500],
  ['a list of nobody', [], 200],
  ['the list of another account', [{ ...SELF, id: sampleId(9) }], 200],
])('S15.1 %s takes nobody away', async (_what, body, status) => {
  serverLists(body, { status })
  expect(await refreshPeople(ADA)).toBe(false)
  expect([namesHere(), usePeople.getState().shown]).toEqual([['Ada', 'Mia', 'Opa'], MIA.id])
})

it.each([
  ['is there after all: the list is older than they are', () => json([]), [`GET /api/medications ${MIA.id}`]],
  ['cannot be asked about', () => error(503, 'unavailable'), [`GET /api/medications ${MIA.id}`]],
  [
    'the server does not know: it was restored to before them, and they are added again',
    () => error(404, 'not_found'),
    [`GET /api/medications ${MIA.id}`, `POST /api/people ${ADA}`],
  ],
])('S15.1 whoever is missing from a list and %s stays', async (_why, ofMissing, then) => {
  await openedBefore(MIA)
  serverLists([SELF, OPA], { ofMissing })
  expect(await refreshPeople(ADA)).toBe(true)
  expect([namesHere(), await hasDatabaseOf(MIA)]).toEqual([['Ada', 'Opa', 'Mia'], true])
  expect(asked).toEqual([`GET /api/people ${ADA}`, ...then])
})

it.each(['person_unknown', 'not_found'])(
  'S14.3 somebody shared whom a server answers 404 %s about stays',
  async (code) => {
    await openedBefore(OPA)
    serverLists([SELF, MIA], { ofMissing: () => error(404, code) })
    expect(await refreshPeople(ADA)).toBe(true)
    expect([namesHere(), await hasDatabaseOf(OPA)]).toEqual([['Ada', 'Mia', 'Opa'], true])
    expect(asked).toEqual([`GET /api/people ${ADA}`, `GET /api/medications ${OPA.id}`])
  },
)

it('takes a role and a colour of a newer server for the least that there is', async () => {
  serverLists([SELF, { ...MIA, role: 'guardian', colour: 'gold', more: true }])
  await refreshPeople(ADA)
  expect(usePeople.getState().people[1]).toEqual({ ...MIA, role: 'view', colour: 'blue' })
})

it('of an account that is no longer shown changes nothing', async () => {
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  const asked = refreshPeople(ADA)
  await recallPeople(sampleId<UserId>(2))
  answer.resolve(json([SELF, MIA, OPA]))
  expect(await asked).toBe(true)
  expect((await readPeople(ADA)).people).toEqual([SELF, MIA, OPA])
})

it('S14.8 whoever is withheld is shown no more, keeps their database, and is asked about until they are seen', async () => {
  await openedBefore(OPA)
  serverLists([SELF, MIA, { ...OPA, isWithheld: true }])
  await show(OPA.id)
  await refreshPeople(ADA)
  expect([usePeople.getState().shown, (await readPeople(ADA)).shown]).toEqual([EVERYONE, EVERYONE])
  await show(OPA.id)
  expect([usePeople.getState().shown, namesHere()]).toEqual([EVERYONE, ['Ada', 'Mia', 'Opa']])
  expect([await hasDatabaseOf(OPA), await pendingDeletions()]).toEqual([true, []])
  serverLists([SELF, MIA, OPA])
  // What a heartbeat says when nothing happened.
  for (const person of [dataIdOf(OPA.id), ADA]) refreshPeopleAsOf({ person, account: ADA }, 0)
  await vi.waitFor(
    () => expect(usePeople.getState().people.some(({ isWithheld }) => isWithheld)).toBe(false),
    PATIENTLY,
  )
  expect(asked).toEqual([`GET /api/people ${ADA}`])
})
