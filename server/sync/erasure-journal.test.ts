import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Erasure, erasureJournal } from './erasure-journal.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-03-02T09:00:00.000Z')

let directory: string
let file: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'journal-'))
  file = join(directory, 'erasures.jsonl')
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const session = (daysAgo = 0): Erasure => ({
  kind: 'session',
  id: randomUUID(),
  at: new Date(NOW - daysAgo * DAY).toISOString(),
})

it('is empty before anything was recorded', async () => {
  expect(await erasureJournal(directory).read()).toEqual({ erasures: [], unreadable: 0 })
})

it('S11.8 what was recorded is in the file when record resolves, whichever process reads it', async () => {
  const journal = erasureJournal(directory)
  const erasures: Erasure[] = [
    { kind: 'medication', user: randomUUID(), id: randomUUID(), at: '2026-03-02T09:00:00.000Z' },
    { kind: 'session', id: randomUUID(), at: '2026-03-02T09:00:01.000Z' },
    { kind: 'sessions', user: randomUUID(), at: '2026-03-02T09:00:02.000Z' },
    { kind: 'account', user: randomUUID(), at: '2026-03-02T09:00:03.000Z' },
  ]
  for (const [index, erasure] of erasures.entries()) {
    await journal.record(erasure)
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(index + 2)
  }
  expect(await erasureJournal(directory).read()).toEqual({ erasures, unreadable: 0 })
})

it('keeps all of a hundred records at once, in their order', async () => {
  const journal = erasureJournal(directory)
  const erasures = Array.from({ length: 100 }, () => session())
  await Promise.all(erasures.map((erasure) => journal.record(erasure)))
  expect((await journal.read()).erasures).toEqual(erasures)
})

it('a last line torn by a power cut costs that line alone, also after the next record', async () => {
  const [first, second] = [session(), session()]
  await erasureJournal(directory).record(first)
  await appendFile(file, '{"kind":"session","id":"0190')
  expect(await erasureJournal(directory).read()).toEqual({ erasures: [first], unreadable: 1 })
  await erasureJournal(directory).record(second)
  expect(await erasureJournal(directory).read()).toEqual({ erasures: [first, second], unreadable: 1 })
})

it('forgets after 35 days, not before, and torn lines; what a later version wrote stays', async () => {
  const [old, young] = [session(36), session(35)]
  const later = JSON.stringify({ kind: 'document', id: 'x', at: new Date(NOW).toISOString() })
  await writeFile(file, `${JSON.stringify(old)}\n{"torn\n${later}\n${JSON.stringify(young)}\n`)
  const journal = erasureJournal(directory)
  await journal.trim(NOW)
  expect(await readFile(file, 'utf8')).toBe(`${later}\n${JSON.stringify(young)}\n`)
})

it('a record during a trim is not lost', async () => {
  const journal = erasureJournal(directory)
  await journal.record(session(40), session(40))
  const fresh = session()
  await Promise.all([journal.trim(NOW), journal.record(fresh)])
  expect((await journal.read()).erasures).toEqual([fresh])
})

it('a disk that refuses is heard by who records, and by nobody after it', async () => {
  const missing = join(directory, 'gone')
  const journal = erasureJournal(missing)
  await expect(journal.record(session())).rejects.toThrow('ENOENT')
  await mkdir(missing)
  const again = session()
  await journal.record(again)
  expect((await journal.read()).erasures).toEqual([again])
})
