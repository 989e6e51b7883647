// On both databases: servers that start at once.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigError } from '../platform/config.ts'
import { testClock } from '../testing/clock.ts'
import { freshDatabase } from '../testing/database.ts'
import { keysInDatabase, keysInFile } from './keys.ts'
import { isKeyPair, newVapidKeys } from './vapid.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keys-'))
})
afterEach(() => rm(directory, { recursive: true }))

it('are made once and found again, readable by nobody else', async () => {
  const keys = await keysInFile(directory)
  expect(isKeyPair(keys)).toBe(true)
  expect(await keysInFile(directory)).toEqual(keys)
  expect((await stat(join(directory, 'vapid.json'))).mode & 0o077).toBe(0)
})

it.each([
  ['a torn file', '{"publicKey":"BA'],
  ['an empty file', ''],
  ['two keys that are no pair', JSON.stringify({ ...newVapidKeys(), privateKey: newVapidKeys().privateKey })],
])('%s stops the start with a sentence, and is left as it is', async (_what, text) => {
  const file = join(directory, 'vapid.json')
  await writeFile(file, text)
  await expect(keysInFile(directory)).rejects.toThrow(ConfigError)
  expect(await readFile(file, 'utf8')).toBe(text)
})

it('are the same for servers that start together on one database', async () => {
  const { db, close } = await freshDatabase()
  try {
    const [one, other] = await Promise.all([keysInDatabase(db, testClock()), keysInDatabase(db, testClock())])
    expect(isKeyPair(one)).toBe(true)
    expect(other).toEqual(one)
  } finally {
    await close()
  }
})
