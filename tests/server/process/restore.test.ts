import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { sized } from '#tests/support/long.ts'
import { type Account, signUp } from '../support/account.ts'
import { runCommand } from '../support/command.ts'

const STAMP = /\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z/

let server: AppServer

const command = (name: 'backup' | 'restore', ...words: string[]) =>
  runCommand(name, words, { DATA_DIR: server.dataDir })

/** Takes a snapshot with the command and returns its name. */
async function backup(): Promise<string> {
  const { code, said, complained } = await command('backup')
  expect([code, complained]).toEqual([0, ''])
  return STAMP.exec(said)?.[0] ?? ''
}

async function add(account: Account, name: string): Promise<string> {
  const body = { id: randomUUID(), name, dosage: '5 mg', frequency: 'daily', reminderTimes: ['08:00'] }
  const answer = await account.request('POST', '/api/medications', { body, key: randomUUID() })
  expect(answer.status).toBe(201)
  return body.id
}

const namesOf = async (account: Account) => (await account.list()).map(({ name }) => name).sort()

const epochOf = async (account: Account) => (await account.request('GET', '/api/medications')).epoch

describe('backup and restore, by the commands', { timeout: 300_000 }, () => {
  // One for all, because a start is most of the work: each test leaves it running and has accounts of its own.
  beforeAll(async () => {
    server = await startAppServer({ needsClient: false })
  })
  afterAll(() => server.stop())

  it('S11.2 S11.7 S11.8 goes back to the snapshot under a new epoch; what was deleted and who signed out since stay so', async () => {
    const ada = await signUp(server)
    const leaving = await signUp(server)
    const deleted = await add(ada, 'Deleted later')
    await add(ada, 'Kept')
    const before = await epochOf(ada)
    const snapshot = await backup()
    await add(ada, 'Added later')
    expect((await ada.request('DELETE', `/api/medications/${deleted}`)).status).toBe(200)
    expect((await leaving.request('GET', '/api/logout')).status).toBe(303)

    const refused = await command('restore', snapshot)
    expect(refused).toEqual({
      code: 1,
      said: '',
      complained: `Another Dosewell is already running on ${server.dataDir}. Stop it, or set DATA_DIR to another directory.\n`,
    })
    await server.kill()
    const journal = readFileSync(path.join(server.dataDir, 'erasures.jsonl'), 'utf8')
    expect(journal.split('\n').map((line) => line && Object.keys(JSON.parse(line)))).toEqual([
      ['kind', 'user', 'id', 'at'],
      ['kind', 'id', 'at'],
      '',
    ])
    const restored = await command('restore', snapshot)
    expect([restored.code, restored.complained]).toEqual([0, ''])
    expect(restored.said).toContain(`The database is the one of the snapshot ${snapshot}.`)
    expect(restored.said).toContain('It holds 2 accounts, 1 medication, 0 appointments and 0 logged doses.')
    expect(restored.said).toContain(
      'as the journal says: 0 accounts, 1 medication, 0 appointments, 1 signed-in device.',
    )
    await server.start()

    expect(await namesOf(ada)).toEqual(['Kept'])
    expect(await epochOf(ada)).not.toBe(before)
    const again = { id: deleted, name: 'Again', dosage: '', frequency: '', reminderTimes: ['08:00'] }
    const refusal = await ada.request('POST', '/api/medications', { body: { ...again, dosage: '5 mg' } })
    expect([refusal.status, JSON.parse(refusal.text).code]).toEqual([409, 'id_conflict'])
    expect((await leaving.request('GET', '/api/medications')).status).toBe(401)

    // And back to what the restore replaced, without what was erased in the meantime.
    await server.kill()
    const replaced = /replaced\/\S+Z$/m.exec(restored.said)?.[0] ?? ''
    expect((await command('restore')).said).toContain(replaced)
    expect((await command('restore', replaced)).complained).toBe('')
    await server.start()
    expect(await namesOf(ada)).toEqual(['Added later', 'Kept'])
  })

  it('a restore that is killed at any moment leaves the old or the new database, whole', async () => {
    const ada = await signUp(server)
    await add(ada, 'In both')
    const snapshot = await backup()
    await add(ada, 'Only in the old one')
    await server.kill()
    const some = ['restoring/db/PG_VERSION', 'restoring/ready.json']
    for (const killWhen of sized({ short: some, long: ['restoring', 'restoring/files', ...some] })) {
      const file = path.join(server.dataDir, killWhen)
      await runCommand('restore', [snapshot], { DATA_DIR: server.dataDir }, { killWhen: file })
      await server.start()
      expect([['In both'], ['In both', 'Only in the old one']]).toContainEqual(await namesOf(ada))
      expect(existsSync(path.join(server.dataDir, 'restoring'))).toBe(false)
      await server.kill()
    }
    expect((await command('restore', snapshot)).code).toBe(0)
    await server.start()
    expect(await namesOf(ada)).toEqual(['In both'])
  })

  it('S11.10 refuses a snapshot that is damaged, of a newer version, or of more than 30 days (but for --old), and changes nothing', async () => {
    const ada = await signUp(server)
    const snapshots = path.join(server.dataDir, 'snapshots')
    const earlier = existsSync(snapshots) ? readdirSync(snapshots) : []
    const running = await backup()
    await add(ada, 'Kept')
    await server.kill()
    const stopped = await backup()
    expect(readdirSync(snapshots).sort()).toEqual([...earlier, running, stopped].sort())

    const database = path.join(snapshots, stopped, 'database.tar.gz')
    const bytes = readFileSync(database)
    bytes.writeUInt8(bytes.readUInt8(1000) ^ 1, 1000)
    writeFileSync(database, bytes)
    expect(await command('restore', 'latest')).toEqual({
      code: 1,
      said: '',
      complained: `The snapshot ${stopped} is damaged: its database.tar.gz is not the one that was written. Nothing was changed.\n`,
    })
    expect((await command('restore', 'yesterday')).complained).toContain('There is no snapshot yesterday')

    const file = path.join(snapshots, running, 'manifest.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...manifest, migration: '9999_later', version: '9.0.0' }))
    expect((await command('restore', running)).complained).toContain('made by a newer version (9.0.0)')
    writeFileSync(file, JSON.stringify({ ...manifest, madeAt: '2020-01-01T00:00:00.000Z' }))
    expect((await command('restore', running)).complained).toContain('older than 30 days')
    await server.start()
    expect(await namesOf(ada)).toEqual(['Kept'])
    await server.kill()
    expect((await command('restore', running, '--old')).code).toBe(0)
  })
})

describe('without a server', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'dosewell-none-'))
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  it('says what there is not, and makes no database', async () => {
    const environment = { DATA_DIR: path.join(directory, 'data') }
    mkdirSync(environment.DATA_DIR)
    expect(await runCommand('backup', [], environment)).toMatchObject({
      code: 1,
      complained: `There is no database in ${environment.DATA_DIR} yet, so there is nothing to back up.\n`,
    })
    expect(await runCommand('restore', ['latest'], environment)).toMatchObject({
      code: 1,
      complained: `There are no snapshots in ${environment.DATA_DIR}.\n`,
    })
    expect(existsSync(path.join(environment.DATA_DIR, 'db'))).toBe(false)
  })

  it.each([
    ['backup', [], 'pg_dump --format=custom'],
    ['restore', ['latest'], 'npm run restore -- --after-pg-restore'],
  ] as const)('with PostgreSQL, %s names what does it there', async (name, words, sentence) => {
    const environment = { DATA_DIR: directory, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }
    const ended = await runCommand(name, words, environment)
    expect(ended).toMatchObject({ code: 1, said: '' })
    expect(ended.complained).toContain(sentence)
  })
})
