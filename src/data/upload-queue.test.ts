import { describe, expect, it } from 'vitest'
import type { DocumentId } from '#domain/lib/ids.ts'
import { DAY } from '#domain/lib/local-time.ts'
import { type ErrorCode, errorBody } from '#domain/protocol/errors.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import { day, sampleDocument, sampleId } from '#domain/testing/samples.ts'
import type { Attempt } from '#src/sync/drain.ts'
import type { SyncAnswer, SyncRequest } from '#src/sync/ports.ts'
import { type UploadPorts, type UploadRequest, type UploadTransport, uploadPass } from '#src/sync/upload-queue.ts'
import { testDevice, USER } from '#src/testing/device.ts'
import {
  changeDocument,
  deleteDocument,
  discardDocument,
  readDocuments,
  retryDocument,
  saveDocument,
} from './document-writes.ts'
import { FRESH_STATE } from './sync-state.ts'
import { countUnsent, hasUndeliveredDocuments } from './unsent.ts'
import { createUploadStore, restartDocuments } from './upload-queue.ts'

const PICTURE = new Blob(['a picture'], { type: 'image/jpeg' })
const FIELDS = {
  documentName: 'Blood test',
  documentType: 'test_record',
  documentDate: day('2026-11-20'),
} as const

type Said = Partial<SyncAnswer> & { status: number }

const answer = (said: Said): SyncAnswer => ({
  body: null,
  protocol: 1,
  user: USER,
  seq: 1,
  epoch: null,
  restoredSeq: null,
  etag: null,
  retryAfter: null,
  ...said,
})
const no = (status: number, code: ErrorCode): Said => ({ status, body: errorBody(code, 'No.') })

type Sent = (UploadRequest & { kind: 'upload' }) | (SyncRequest & { kind: 'call' })

/** A device and a server that answers as specified; by default it accepts uploads and leaves lists unchanged. */
async function setUp(
  answers: (sent: Sent) => Promise<Said | null | undefined> | Said | null | undefined = () => undefined,
) {
  const device = await testDevice()
  const sent: Sent[] = []
  const attempts: Attempt[] = []
  let seq = 0
  const say = async (one: Sent, usual: () => Said): Promise<SyncAnswer | null> => {
    sent.push(one)
    const said = await answers(one)
    return said === null ? null : answer(said ?? usual())
  }
  const transport: UploadTransport = {
    send: (request) =>
      say({ ...request, kind: 'call' }, () =>
        request.method === 'GET' ? { status: 304, seq } : { status: 200, seq: ++seq },
      ),
    upload: (request) =>
      say({ ...request, kind: 'upload' }, () => {
        const { name: _name, ...fields } = request.command
        return { status: 201, seq: ++seq, body: sampleDocument(fields) }
      }),
    thumbnail: async () => PICTURE,
  }
  const store = createUploadStore(device.db, device.source)
  let isHere = true
  const ports: UploadPorts = {
    store,
    transport,
    lock: { run: async (work) => work().then(() => true) },
    user: USER,
    mayGoOn: async () => isHere,
    onAttempt: (attempt) => void attempts.push(attempt),
  }
  return {
    ...device,
    store,
    sent,
    attempts,
    pass: (pull = false) => uploadPass(ports, { pull }),
    signOut: () => {
      isHere = false
    },
    save: async () => (await saveDocument(device, FIELDS, { image: PICTURE, thumbnail: PICTURE })).id,
    read: () => readDocuments(device.db),
    list: (records: MedicalDocument[], at: number) => store.replaceList(records, { etag: `"${at}"`, seq: at }),
  }
}

const uploads = (sent: Sent[]) => sent.filter((one) => one.kind === 'upload')
const calls = (sent: Sent[]) =>
  sent.flatMap((one) => (one.kind === 'call' ? [`${one.method} ${one.path.split('/').length}`] : ['upload']))

describe('S12.1 a picture is safe on the device before anything is sent', () => {
  it('S12.1 it is shown at once, counted as unsent, and sent with its texts and a key that stays the same', async () => {
    let isUp = false
    const queue = await setUp(() => (isUp ? undefined : null))
    const id = await queue.save()
    expect((await queue.read()).documents).toMatchObject([{ ...FIELDS, id, waiting: 'upload' }])
    expect([await countUnsent(queue.db), await hasUndeliveredDocuments(queue.db)]).toEqual([1, true])
    expect((await queue.pass()).kind).toBe('temporary')
    isUp = true
    expect((await queue.pass()).kind).toBe('synced')
    const [first, second] = uploads(queue.sent)
    expect(second).toMatchObject({ key: first?.key, command: { ...FIELDS, id } })
    expect(await second?.image.text()).toBe('a picture')
    expect((await queue.read()).documents).toMatchObject([{ id, waiting: null }])
    expect([await countUnsent(queue.db), await hasUndeliveredDocuments(queue.db)]).toEqual([0, false])
  })

  it('S2.1 changes go out in the order in which they were made', async () => {
    const queue = await setUp()
    const id = await queue.save()
    await changeDocument(queue, id, { documentName: 'X-ray' })
    expect((await queue.read()).documents).toMatchObject([{ documentName: 'X-ray', waiting: 'upload' }])
    await queue.pass()
    await deleteDocument(queue, id)
    expect((await queue.read()).documents).toEqual([])
    await queue.pass()
    expect(calls(queue.sent)).toEqual(['upload', 'PATCH 4', 'DELETE 4'])
  })

  it('S8.3 nothing is sent once the person signed out', async () => {
    const queue = await setUp()
    await queue.save()
    queue.signOut()
    expect(await queue.pass()).toEqual({ kind: 'gate', gate: 'signed-out' })
    expect(queue.sent).toEqual([])
  })
})

describe('S12.2 what the server does not take is kept with its picture', () => {
  it.each([
    [400, 'invalid'],
    [413, 'too_large'],
    [413, 'storage_full'],
    [415, 'unsupported_media_type'],
    [422, 'invalid'],
  ] as const)('S12.2, S6.3 %i %s: under "Needs attention", and the queue goes on', async (status, code) => {
    const queue = await setUp((one) =>
      one.kind === 'upload' && uploads(queue.sent).length === 1 ? no(status, code) : undefined,
    )
    const [refusedId, other] = [await queue.save(), await queue.save()]
    await queue.pass()
    const { documents, refused } = await queue.read()
    expect(documents.map(({ id }) => id)).toEqual([other])
    expect(refused).toMatchObject([{ id: refusedId, name: 'Blood test', refusal: { status, code } }])
    expect(await (await queue.store.image(refusedId))?.text()).toBe('a picture')
    expect(await countUnsent(queue.db)).toBe(1)
  })

  it('S6.4 a change of a refused document waits with it; trying again sends it under another key, and the change after it', async () => {
    let isRefusing = true
    const queue = await setUp((one) => (one.kind === 'upload' && isRefusing ? no(422, 'invalid') : undefined))
    const id = await queue.save()
    await changeDocument(queue, id, { documentName: 'X-ray' })
    await queue.pass()
    expect(calls(queue.sent)).toEqual(['upload'])
    isRefusing = false
    const [{ position } = { position: 0 }] = (await queue.read()).refused
    await retryDocument(queue, position)
    await queue.pass()
    expect(calls(queue.sent)).toEqual(['upload', 'upload', 'PATCH 4'])
    const [first, second] = uploads(queue.sent)
    expect(second?.key).not.toBe(first?.key)
  })

  it('what was corrected of it is sent with it, and only once', async () => {
    const queue = await setUp((one) =>
      one.kind === 'upload' && one.command.documentName === 'Blood test' ? no(400, 'invalid') : undefined,
    )
    const id = await queue.save()
    await queue.pass()
    const [{ position, wanted } = { position: 0, wanted: null }] = (await queue.read()).refused
    expect(wanted).toMatchObject({ id, ...FIELDS })
    await retryDocument(queue, position, { documentName: 'X-ray' })
    await queue.pass()
    expect(uploads(queue.sent).map(({ command }) => command.documentName)).toEqual(['Blood test', 'X-ray'])
    expect(await queue.read()).toMatchObject({ refused: [], documents: [{ id, documentName: 'X-ray' }] })
    await retryDocument(queue, position, { documentName: 'Late' })
    await queue.pass()
    expect(uploads(queue.sent)).toHaveLength(2)
  })

  it('discarding it takes its picture and what waited with it', async () => {
    const queue = await setUp((one) => (one.kind === 'upload' ? no(422, 'invalid') : undefined))
    const id = await queue.save()
    await changeDocument(queue, id, { documentName: 'X-ray' })
    await queue.pass()
    await discardDocument(queue, (await queue.read()).refused[0]?.position ?? 0)
    expect(await queue.read()).toMatchObject({ documents: [], refused: [] })
    expect([await queue.store.image(id), await countUnsent(queue.db)]).toEqual([null, 0])
  })

  it.each([
    [500, 'internal', 'temporary'],
    [429, 'rate_limited', 'temporary'],
    [401, 'unauthenticated', 'gate'],
    [403, 'age_required', 'gate'],
  ] as const)('S6.1, S6.2 %i %s pauses the queue and keeps everything', async (status, code, kind) => {
    const queue = await setUp(() => no(status, code))
    await queue.save()
    expect((await queue.pass()).kind).toBe(kind)
    expect((await queue.read()).documents).toHaveLength(1)
  })

  it('a picture that the browser has removed is said, not waited for', async () => {
    const queue = await setUp()
    const id = await queue.save()
    await queue.db.documentPictures.delete(id)
    expect((await queue.pass()).kind).toBe('synced')
    expect((await queue.read()).refused[0]?.refusal?.error).toContain('removed the picture')
  })
})

describe('how each attempt of a change went is told to whoever made it', () => {
  const NO = { code: 'internal', error: 'No.' }

  it.each<[string, Said | null, object]>([
    ['taken', { status: 200 }, { kind: 'acknowledged' }],
    ['refused', no(400, 'internal'), { kind: 'refused', refusal: { ...NO, status: 400, field: null } }],
    ['postponed', no(503, 'internal'), { kind: 'postponed', refusal: { ...NO, status: 503, field: null } }],
    ['without an answer', null, { kind: 'unanswered' }],
  ])('%s', async (_how, said, attempt) => {
    const queue = await setUp((one) => (one.kind === 'call' ? said : undefined))
    const id = await queue.save()
    await queue.pass()
    const changed = await changeDocument(queue, id, { documentName: 'X-ray' })
    await queue.pass()
    expect(queue.attempts).toEqual([
      { key: uploads(queue.sent)[0]?.key, kind: 'acknowledged' },
      { key: changed, ...attempt },
    ])
  })

  it('also of an upload, and of a deletion; a gate is no failure of theirs', async () => {
    let isUp = false
    let isGate = true
    const queue = await setUp(() => {
      if (isGate) return no(403, 'age_required')
      return isUp ? undefined : no(503, 'internal')
    })
    const id = await queue.save()
    await queue.pass()
    expect(queue.attempts).toEqual([])
    isGate = false
    await queue.pass()
    isUp = true
    await queue.pass()
    isUp = false
    const deletion = await deleteDocument(queue, id)
    await queue.pass()
    const upload = uploads(queue.sent)[0]?.key
    expect(queue.attempts.map(({ key, kind }) => [key, kind])).toEqual([
      [upload, 'postponed'],
      [upload, 'acknowledged'],
      [deletion, 'postponed'],
    ])
  })

  it('a deletion of what was never sent has nothing to wait for', async () => {
    const queue = await setUp()
    expect(await deleteDocument(queue, await queue.save())).toBeNull()
  })
})

describe('S12.3 an upload can be taken back', () => {
  it('S12.3 before anything was sent it is simply gone', async () => {
    const queue = await setUp()
    await deleteDocument(queue, await queue.save())
    await queue.pass()
    expect(queue.sent).toEqual([])
    expect(await countUnsent(queue.db)).toBe(0)
  })

  it('S12.3 while it is on its way: what the server took is deleted there', async () => {
    const queue = await setUp(async (one) => {
      if (one.kind === 'upload') await deleteDocument(queue, one.command.id)
      return undefined
    })
    await queue.save()
    await queue.pass()
    expect(calls(queue.sent)).toEqual(['upload', 'DELETE 4'])
    expect(await queue.read()).toMatchObject({ documents: [], refused: [] })
    expect(await countUnsent(queue.db)).toBe(0)
  })

  it('S12.3 after an attempt without an answer: nobody knows whether it arrived, so it is deleted; nothing there is as good', async () => {
    const queue = await setUp((one) => (one.kind === 'upload' ? null : no(404, 'not_found')))
    const id = await queue.save()
    await queue.pass()
    await deleteDocument(queue, id)
    expect((await queue.read()).documents).toEqual([])
    expect((await queue.pass()).kind).toBe('synced')
    expect(calls(queue.sent)).toEqual(['upload', 'DELETE 4'])
    expect(await countUnsent(queue.db)).toBe(0)
  })
})

describe('S12.4 the list of the server', () => {
  const elsewhere = sampleDocument({ id: sampleId<DocumentId>(71), documentName: 'Referral' })

  it('S3.4 what is missing in it was deleted elsewhere and goes with its pictures; what waits here stays', async () => {
    const queue = await setUp()
    await queue.list([elsewhere], 5)
    await queue.store.keepThumbnail(elsewhere.id, PICTURE)
    const id = await queue.save()
    await queue.list([], 6)
    expect((await queue.read()).documents.map((one) => one.id)).toEqual([id])
    expect(await queue.db.documentPictures.toCollection().primaryKeys()).toEqual([id])
  })

  it('S3.2 one that is older than an acknowledged write is discarded', async () => {
    const queue = await setUp((one) =>
      one.kind === 'upload' ? { status: 201, seq: 9, body: sampleDocument({ id: one.command.id }) } : undefined,
    )
    const id = await queue.save()
    await queue.pass()
    expect(await queue.list([], 8)).toBe(false)
    expect((await queue.read()).documents.map((one) => one.id)).toEqual([id])
  })

  it('S12.4 is asked for with its ETag; every document gets a small picture, for when there is no network', async () => {
    const queue = await setUp((one) =>
      one.kind === 'call' ? { status: 200, seq: 5, etag: '"5"', body: [elsewhere] } : undefined,
    )
    expect((await queue.pass(true)).kind).toBe('synced')
    expect(await (await queue.db.documentPictures.get(elsewhere.id))?.thumbnail?.text()).toBe('a picture')
    await queue.pass(true)
    expect(queue.sent).toMatchObject([{ etag: null }, { etag: '"5"' }])
  })

  it('S12.4 the device that saved a picture keeps the whole one for 35 days, and the small one as long as the document is listed', async () => {
    const queue = await setUp()
    const id = await queue.save()
    await queue.pass()
    const kept = sampleDocument({ id })
    const held = async () => {
      const pictures = await queue.db.documentPictures.get(id)
      return [pictures?.image !== null, pictures?.thumbnail !== null]
    }
    queue.source.advance(35 * DAY)
    await queue.list([kept], 6)
    expect(await held()).toEqual([true, true])
    queue.source.advance(1)
    await queue.list([kept], 7)
    expect(await held()).toEqual([false, true])
  })

  it('an empty one that was loaded is known to be empty; one that only took an upload is not', async () => {
    const queue = await setUp((one) =>
      one.kind === 'call' && one.method === 'GET' ? { status: 200, seq: 5, etag: '"5"', body: [] } : undefined,
    )
    const isLoaded = async () => (await queue.read()).isLoaded
    expect(await isLoaded()).toBe(false)
    await queue.save()
    await queue.pass()
    expect(await isLoaded()).toBe(false)
    await queue.pass(true)
    expect(await isLoaded()).toBe(true)
    await queue.db.transaction('rw', queue.db.tables, async () => restartDocuments(queue.db, 5))
    expect(await isLoaded()).toBe(true)
  })

  it('S5.1 a change that waits is shown over what the server says, and stays shown', async () => {
    const queue = await setUp()
    await queue.list([elsewhere], 5)
    await changeDocument(queue, elsewhere.id, { documentDate: day('2026-11-01') })
    await queue.list([{ ...elsewhere, documentName: 'Referral to Dr. Lee' }], 6)
    expect((await queue.read()).documents).toMatchObject([
      { documentName: 'Referral to Dr. Lee', documentDate: '2026-11-01', waiting: 'change' },
    ])
  })
})

describe('S12.5 after a restore of the server', () => {
  it('S12.5 what it took after the snapshot is sent again, in order and under the old keys; what came before is not', async () => {
    const queue = await setUp()
    await queue.save()
    await queue.pass()
    const id = await queue.save()
    await changeDocument(queue, id, { documentName: 'X-ray' })
    await queue.pass()
    const before = queue.sent.splice(0)
    await queue.db.transaction('rw', queue.db.tables, async () => restartDocuments(queue.db, 1))
    await queue.pass()
    const keys = (sent: Sent[]) => sent.map(({ key }) => key)
    expect(keys(queue.sent)).toEqual(keys(before).slice(1))
    expect(calls(queue.sent)).toEqual(['upload', 'PATCH 4'])
  })

  it('S12.2 what it then refuses stays with its picture until the person decides, however long ago it had taken it', async () => {
    let isRefusing = false
    const queue = await setUp((one) => (isRefusing && one.kind === 'upload' ? no(413, 'storage_full') : undefined))
    const id = await queue.save()
    await queue.pass()
    await queue.db.transaction('rw', queue.db.tables, async () => restartDocuments(queue.db, 0))
    isRefusing = true
    await queue.pass()
    queue.source.advance(35 * DAY + 1)
    await queue.list([], 6)
    expect((await queue.read()).refused).toMatchObject([{ id, refusal: { code: 'storage_full' } }])
    expect(await queue.store.image(id)).not.toBeNull()
  })

  it('S11.4 an answer of another epoch that was not announced changes nothing', async () => {
    const queue = await setUp(() => ({ status: 200, seq: 50, epoch: 'second', etag: '"50"', body: [] }))
    await queue.list([sampleDocument()], 5)
    await queue.db.state.put({
      key: 'sync',
      value: { ...FRESH_STATE, epoch: 'first' },
    })
    expect((await queue.pass(true)).kind).toBe('temporary')
    expect((await queue.read()).documents).toHaveLength(1)
  })
})
