import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import { eraseAccount } from '../erasure/erase-account.ts'
import type { Mail } from '../mail/mailer.ts'
import { removeOrphans } from '../pictures/orphans.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { memoryBlobs } from '../testing/blobs.ts'
import { heicOf } from '../testing/heic.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { isUpright, jpegOf, multipartOf, phonePhoto, pngOf, webpOf } from '../testing/pictures.ts'
import { testRecogniser } from '../testing/recogniser.ts'
import { medicalDocuments, users } from '../testing/tables.ts'
import { send } from '../testing/writes.ts'

let server: TestApp
let ada: Person
let bob: Person
let scan: Buffer
const blobs = memoryBlobs()
const recogniser = testRecogniser()
beforeAll(async () => {
  server = await testApp({ blobs, recogniser })
  ada = await asAdult(server, 'ada@example.org')
  bob = await asAdult(server, 'bob@example.org')
  scan = await jpegOf()
})
afterAll(() => server.close())

// In Sydney it is still the second of March.
const START = '2026-03-02T09:00:00.000Z'
beforeEach(() => {
  server.clock.set(START)
  recogniser.answer = { kind: 'read', text: '', confidence: 90 }
})

const upload = (person: Person, fields: Record<string, string>, bytes: Buffer | null, key?: string) => {
  const { payload, headers } = multipartOf(fields, bytes && { bytes })
  return person.inject({
    method: 'POST',
    url: '/api/medical-documents/upload',
    payload,
    headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) },
  })
}
const uploaded = async (person: Person, fields: Record<string, string> = {}): Promise<MedicalDocument> => {
  const answer = await upload(person, { id: randomUUID(), ...fields }, scan)
  if (answer.statusCode !== 201) throw new Error(`uploading answered ${answer.statusCode}: ${answer.body}`)
  return answer.json()
}
const listOf = async (person: Person) => (await person.inject('/api/medical-documents')).json<MedicalDocument[]>()
const url = (id: string, what = '') => `/api/medical-documents/${id}${what}`

describe('POST /api/medical-documents/upload', () => {
  it('answers type, name and date; what nobody said and nothing says is a test record named after today (readings, Documents)', async () => {
    const answer = await upload(ada, {}, scan)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      documentType: 'test_record',
      documentName: 'Document of Mar 2, 2026',
      documentDate: '2026-03-02',
      imageUrl: url(answer.json().id, '/image'),
    })
  })

  it('takes the device’s id, name, type and date', async () => {
    const fields = {
      id: randomUUID(),
      documentName: ' Überweisung 🩺 ',
      documentType: 'referral',
      documentDate: '2026-02-27',
    }
    expect((await upload(ada, fields, scan)).json()).toMatchObject({
      ...fields,
      documentName: 'Überweisung 🩺',
    })
  })

  it('S2.2 the same key answers the same, whatever the boundary, and saves one document with its two files', async () => {
    const [key, fields] = [randomUUID(), { id: randomUUID() }]
    const before = blobs.size()
    const first = await upload(ada, fields, scan, key)
    const again = await upload(ada, fields, scan, key)
    expect(again.body).toBe(first.body)
    expect((await listOf(ada)).filter(({ id }) => id === fields.id)).toHaveLength(1)
    expect(blobs.size()).toBe(before + 2)
  })

  it('S2.2 two at once with one key make one document, and nothing is left of the other', async () => {
    const [key, fields] = [randomUUID(), { id: randomUUID() }]
    const before = blobs.size()
    const answers = await Promise.all([upload(ada, fields, scan, key), upload(ada, fields, scan, key)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(blobs.size()).toBe(before + 2)
  })

  it('S2.3 the same key with another picture or another name is refused', async () => {
    const [key, fields] = [randomUUID(), { id: randomUUID(), documentName: 'Referral' }]
    await upload(ada, fields, scan, key)
    expect((await upload(ada, fields, await pngOf(), key)).statusCode).toBe(422)
    expect((await upload(ada, { ...fields, documentName: 'Other' }, scan, key)).statusCode).toBe(422)
  })

  it('the same picture under the same id without the key answers what is there; another one is a conflict', async () => {
    const { id } = await uploaded(ada)
    const before = blobs.size()
    expect((await upload(ada, { id }, scan)).statusCode).toBe(201)
    expect((await upload(ada, { id }, await pngOf())).json().code).toBe('id_conflict')
    expect((await upload(bob, { id }, scan)).json().code).toBe('id_conflict')
    expect(blobs.size()).toBe(before)
  })

  it('S11.7 an id that was deleted is never written again', async () => {
    const { id } = await uploaded(ada)
    await send(ada, 'DELETE', url(id))
    const answer = await upload(ada, { id }, scan)
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'document_gone'])
  })

  it('is for people who may use health data', async () => {
    const stranger = await signIn(server, 'new@example.org')
    expect((await upload(stranger, {}, scan)).json().code).toBe('age_required')
    const { payload, headers } = multipartOf({}, { bytes: scan })
    const nobody = await server.inject({
      method: 'POST',
      url: '/api/medical-documents/upload',
      payload,
      headers,
    })
    expect(nobody.statusCode).toBe(401)
  })
})

const LETTER = 'Dr Helen Nguyen\nReferral to cardiology\n5 February 2026\nThank you for seeing her.'
const ON_LETTER = {
  documentType: 'referral',
  documentName: 'Referral to cardiology',
  documentDate: '2026-02-05',
}
const PLAIN = {
  documentType: 'test_record',
  documentName: 'Document of Mar 2, 2026',
  documentDate: '2026-03-02',
}

describe('what an upload does not say of its document', () => {
  const says = (text: string) => {
    recogniser.answer = { kind: 'read', text, confidence: 90 }
  }

  it.each(Object.keys(ON_LETTER))('is read on the picture; a %s that was said stands', async (field) => {
    says(LETTER)
    expect((await upload(ada, {}, scan)).json()).toMatchObject(ON_LETTER)
    const said = { documentType: 'test_record', documentName: 'Mine', documentDate: '2026-01-09' }[field] ?? ''
    expect((await upload(ada, { [field]: said }, scan)).json()).toMatchObject({ ...ON_LETTER, [field]: said })
  })

  it('is named after the day that was read, where the picture has no other name', async () => {
    says('Collected 5 February 2026')
    expect((await upload(ada, {}, scan)).json()).toMatchObject({
      documentName: 'Document of Feb 5, 2026',
      documentDate: '2026-02-05',
    })
  })

  it('is read in every plan', async () => {
    says(LETTER)
    const una = await asAdult(server, 'una@example.org')
    const free = {
      subscriptionStatus: 'expired',
      subscriptionPlan: 'free',
      subscriptionEndsAt: null,
    } as const
    await server.db.update(users).set(free).where(eq(users.id, una.user.id))
    expect((await upload(una, {}, scan)).json()).toMatchObject(ON_LETTER)
  })

  it('and nothing is read where it says all of it', async () => {
    const before = recogniser.readings
    await upload(ada, ON_LETTER, scan)
    expect(recogniser.readings).toBe(before)
  })

  it.each(['unreadable', 'timeout', 'busy', 'cancelled'] as const)(
    'is plain where reading ends with %s: no upload fails for that',
    async (reason) => {
      recogniser.answer = { kind: 'unread', reason }
      const answer = await upload(ada, {}, scan)
      expect([answer.statusCode, answer.json()]).toEqual([201, expect.objectContaining(PLAIN)])
    },
  )

  it('is plain where what was read cannot be stored', async () => {
    says('Referral\0to cardiology')
    expect((await upload(ada, {}, scan)).json()).toMatchObject({ ...PLAIN, documentType: 'referral' })
  })

  it('S2.2 is read once for one key, which answers the same', async () => {
    const [key, fields] = [randomUUID(), { id: randomUUID() }]
    says(LETTER)
    const first = await upload(ada, fields, scan, key)
    const before = recogniser.readings
    says('')
    expect((await upload(ada, fields, scan, key)).body).toBe(first.body)
    expect(recogniser.readings).toBe(before)
  })

  it('is read thirty times an hour, and plain after that', async () => {
    const scarce = await testApp({
      recogniser: testRecogniser(LETTER),
      environment: { RATE_LIMIT_SCALE: '1' },
    })
    scarce.clock.set(START)
    const eve = await asAdult(scarce, 'eve@example.org')
    const small = await jpegOf(40, 40)
    const names: string[] = []
    for (let time = 0; time < 31; time += 1) names.push((await upload(eve, {}, small)).json().documentName)
    expect(names.slice(-2)).toEqual(['Referral to cardiology', 'Document of Mar 2, 2026'])
    await scarce.close()
  })
})

describe('what is kept of a picture', () => {
  it.each([
    ['JPEG', jpegOf],
    ['PNG', pngOf],
    ['WebP', webpOf],
  ])('%s becomes a JPEG of the same size and a small one', async (_kind, make) => {
    const { id } = (await upload(ada, {}, await make())).json()
    const image = await sharp((await ada.inject(url(id, '/image'))).rawPayload).metadata()
    expect([image.format, image.width, image.height]).toEqual(['jpeg', 300, 400])
    const small = await sharp((await ada.inject(url(id, '/thumbnail'))).rawPayload).metadata()
    expect([small.format, small.width, small.height]).toEqual(['jpeg', 300, 400])
  })

  it('a HEIC, as iPhones take them, becomes a JPEG too', async () => {
    const answer = await upload(ada, {}, heicOf())
    expect(answer.statusCode).toBe(201)
    const image = (await ada.inject(url(answer.json().id, '/image'))).rawPayload
    const { format, width, height } = await sharp(image).metadata()
    expect([format, width, height, await isUpright(image)]).toEqual(['jpeg', 32, 32, true])
  })

  it('nothing that a phone writes beside it, above all not the place; and it stands upright', async () => {
    const photo = await phonePhoto()
    const before = await sharp(photo).metadata()
    expect([before.orientation, before.exif?.includes('Phone')]).toEqual([6, true])
    const { id } = (await upload(ada, {}, photo)).json()
    for (const what of ['/image', '/thumbnail', '/download']) {
      const bytes = (await ada.inject(url(id, what))).rawPayload
      const { exif, orientation, icc, xmp } = await sharp(bytes).metadata()
      expect([exif, orientation, icc, xmp]).toEqual([undefined, undefined, undefined, undefined])
      expect(await isUpright(bytes)).toBe(true)
    }
  })

  it('at most 4000 pixels a side, and 480 in lists', async () => {
    const { id } = (await upload(ada, {}, await jpegOf(6000, 3000))).json()
    const image = await sharp((await ada.inject(url(id, '/image'))).rawPayload).metadata()
    const small = await sharp((await ada.inject(url(id, '/thumbnail'))).rawPayload).metadata()
    expect([image.width, image.height, small.width]).toEqual([4000, 2000, 480])
  })
})

/** What users, including malicious ones, upload instead of an acceptable picture: status and text of the response. */
const HOSTILE: Record<string, [bytes: () => Promise<Buffer>, status: number, words: string]> = {
  'a PDF': [async () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 415, 'A PDF cannot be saved'],
  'a page of HTML': [async () => Buffer.from('<html><script>alert(1)</script>'), 415, 'not a picture'],
  'an SVG': [async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'not a picture'],
  'a GIF': [
    async () =>
      sharp(await pngOf())
        .gif()
        .toBuffer(),
    415,
    'Use JPEG, PNG, WebP or HEIC',
  ],
  'a TIFF': [
    async () =>
      sharp(await pngOf())
        .tiff()
        .toBuffer(),
    415,
    'Use JPEG, PNG, WebP or HEIC',
  ],
  'a program': [async () => Buffer.from('\x7fELF\x02\x01\x01'), 415, 'not a picture'],
  'nothing in the file': [async () => Buffer.alloc(0), 400, 'No file selected'],
  'three bytes like a JPEG': [async () => Buffer.from([0xff, 0xd8, 0xff]), 422, 'damaged or incomplete'],
  'the beginning of a PNG': [async () => (await pngOf()).subarray(0, 40), 422, 'damaged or incomplete'],
  'half of a JPEG': [
    async () => {
      const whole = await jpegOf(1200, 1600)
      return whole.subarray(0, whole.length / 2)
    },
    422,
    'damaged or incomplete',
  ],
  'half of a PNG': [
    async () => {
      const whole = await pngOf(1200, 1600)
      return whole.subarray(0, whole.length / 2)
    },
    422,
    'damaged or incomplete',
  ],
  'a PNG of 54 megapixels in some kilobytes': [
    async () =>
      sharp({
        create: { width: 9000, height: 6000, channels: 3, background: '#fff' },
        limitInputPixels: false,
      })
        .toColourspace('b-w')
        .png({ compressionLevel: 9 })
        .toBuffer(),
    413,
    '50 megapixels',
  ],
  'a PNG that says it has 4 billion pixels': [
    async () => {
      const png = await pngOf()
      png.writeUInt32BE(65_535, 16)
      png.writeUInt32BE(65_535, 20)
      return png
    },
    413,
    '50 megapixels',
  ],
  'a JPEG with another size in its header': [
    async () => {
      const jpeg = await jpegOf()
      const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
      jpeg.writeUInt16BE(65_000, frame + 5)
      jpeg.writeUInt16BE(65_000, frame + 7)
      return jpeg
    },
    413,
    '50 megapixels',
  ],
  'random bytes after a JPEG’s first ones': [
    async () => {
      const noise = Buffer.alloc(20_000, 0x5a)
      return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), noise])
    },
    422,
    'damaged or incomplete',
  ],
  'a HEIC without a picture': [
    async () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(200)]),
    422,
    'damaged or incomplete',
  ],
  'more than 15 MB': [async () => Buffer.concat([scan, Buffer.alloc(15 * 1024 * 1024)]), 413, 'larger than 15 MB'],
}

describe('hostile and broken files get a sentence, never a fault', () => {
  it.each(Object.keys(HOSTILE))('%s', async (name) => {
    const [make, status, words] = HOSTILE[name] as (typeof HOSTILE)[string]
    const [bytes, before, held] = [await make(), await listOf(ada), blobs.size()]
    const answer = await upload(ada, {}, bytes)
    expect([answer.statusCode, errorBodySchema.parse(answer.json()).error]).toEqual([
      status,
      expect.stringContaining(words),
    ])
    expect([await listOf(ada), blobs.size()]).toEqual([before, held])
  })

  it('of a picture that is also a ZIP and a page of HTML only the picture is kept', async () => {
    const polyglot = Buffer.concat([scan, Buffer.from('PK\x03\x04<html><script>alert(1)</script>')])
    const { id } = (await upload(ada, {}, polyglot)).json()
    const image = (await ada.inject(url(id, '/image'))).rawPayload
    expect([image.includes('<script'), image.includes('PK\x03\x04')]).toEqual([false, false])
  })

  it('a name of a file or a declared type decides nothing', async () => {
    const { payload, headers } = multipartOf({}, { bytes: scan, filename: '../../etc/passwd.html', type: 'text/html' })
    const request = { method: 'POST', url: '/api/medical-documents/upload', payload, headers } as const
    const { id } = (await ada.inject(request)).json()
    expect((await ada.inject(url(id, '/image'))).headers['content-type']).toBe('image/jpeg')
  })

  it.each<[what: string, fields: Record<string, string>, field: string]>([
    ['a type that is none', { documentType: 'letter' }, 'documentType'],
    ['a date that does not exist', { documentDate: '2026-02-30' }, 'documentDate'],
    ['an empty name', { documentName: '  ' }, 'documentName'],
    ['a name with NUL', { documentName: 'a\u0000b' }, 'documentName'],
    ['an id that is none', { id: '../1' }, 'id'],
    ['a field that nobody knows', { owner: 'bob' }, 'owner'],
  ])('%s is refused and named', async (_what, fields, field) => {
    const answer = await upload(ada, fields, scan)
    expect(answer.statusCode).toBe(400)
    expect(`${answer.json().field} ${answer.json().error}`).toContain(field)
  })

  it('two files, a body that is no multipart, and one that is cut off', async () => {
    const { payload, headers } = multipartOf({}, { bytes: scan })
    const request = { method: 'POST', url: '/api/medical-documents/upload' } as const
    const plain = { 'content-type': 'application/json' }
    const answers = [
      await ada.inject({ ...request, payload: payload.subarray(0, payload.length / 2), headers }),
      await ada.inject({ ...request, payload: '{}', headers: plain }),
      await ada.inject({ ...request, payload: 'x', headers: { 'content-type': 'multipart/form-data' } }),
    ]
    const boundary = headers['content-type'].replace('multipart/form-data; boundary=', '')
    const closing = Buffer.from(`--${boundary}--\r\n`)
    const twice = Buffer.concat([payload.subarray(0, -closing.length), payload])
    answers.push(await ada.inject({ ...request, payload: twice, headers }))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 415, 400, 413])
  })
})

describe('GET /api/medical-documents', () => {
  it('S3.5 answers 304 until anything of it changes, another name and a deletion too', async () => {
    const { id } = await uploaded(ada)
    const etagNow = async () => (await ada.inject('/api/medical-documents')).headers.etag as string
    const unchanged = async (etag: string) =>
      (await ada.inject({ url: '/api/medical-documents', headers: { 'if-none-match': etag } })).statusCode
    const first = await etagNow()
    expect(await unchanged(first)).toBe(304)
    await send(ada, 'PATCH', url(id), { documentName: 'X-ray' })
    expect(await unchanged(first)).toBe(200)
    const second = await etagNow()
    await send(ada, 'DELETE', url(id))
    expect(await unchanged(second)).toBe(200)
  })

  it('lists the newest date first, and one’s own only', async () => {
    const eve = await asAdult(server, 'eve@example.org')
    for (const documentDate of ['2026-01-05', '2026-03-01', '2025-12-31']) await uploaded(eve, { documentDate })
    expect((await listOf(eve)).map(({ documentDate }) => documentDate)).toEqual([
      '2026-03-01',
      '2026-01-05',
      '2025-12-31',
    ])
  })
})

describe('PATCH and DELETE', () => {
  it('S5.1 an edit changes what it names; one that changes nothing is no commit', async () => {
    const { id } = await uploaded(ada, { documentName: 'Scan', documentType: 'referral' })
    const edited = await send(ada, 'PATCH', url(id), { documentDate: '2026-02-01' })
    expect(edited.json()).toMatchObject({
      documentName: 'Scan',
      documentType: 'referral',
      documentDate: '2026-02-01',
    })
    const again = await send(ada, 'PATCH', url(id), { documentDate: '2026-02-01' })
    expect(again.headers['dosewell-seq']).toBe(edited.headers['dosewell-seq'])
  })

  it('S11.8 a deletion takes the files along and is journalled; the second time there is nothing', async () => {
    const before = blobs.size()
    const { id } = await uploaded(ada)
    expect((await send(ada, 'DELETE', url(id))).statusCode).toBe(200)
    expect(blobs.size()).toBe(before)
    expect(server.erasures).toContainEqual(expect.objectContaining({ kind: 'document', user: ada.user.id, id }))
    expect((await send(ada, 'DELETE', url(id))).statusCode).toBe(404)
    expect((await ada.inject(url(id, '/image'))).statusCode).toBe(404)
  })
})

describe('somebody else’s document is like one that is not there (readings, Documents)', () => {
  it.each([
    ['GET', '/image'],
    ['GET', '/thumbnail'],
    ['GET', '/download'],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/email'],
  ] as const)('%s %s', async (method, what) => {
    const { id } = await uploaded(ada)
    const ask = (of: string) =>
      bob.inject({
        method,
        url: url(of, what),
        ...(method === 'PATCH' ? { payload: { documentName: 'Mine' } } : {}),
        ...(method === 'POST' ? { payload: { recipientEmail: 'bob@example.org' } } : {}),
      })
    const [others, unknown, nonsense] = [await ask(id), await ask(randomUUID()), await ask('nonsense')]
    expect([others.statusCode, others.body]).toEqual([404, unknown.body])
    expect(nonsense.statusCode).toBe(404)
    expect((await server.inject({ method, url: url(id, what) })).statusCode).toBe(401)
  })
})

describe('the pictures', () => {
  it('are shown and downloaded in a way that no browser can be made to run them', async () => {
    const { id } = await uploaded(ada, { documentName: 'Überweisung "Dr. Lee"; a/b' })
    const { headers } = await ada.inject(url(id, '/download'))
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `attachment; filename="_berweisung Dr Lee a b.jpg"; filename*=UTF-8''%C3%9Cberweisung%20Dr%20Lee%20a%20b.jpg`,
    })
    const shown = await ada.inject(url(id, '/image'))
    expect(shown.headers['content-disposition']).toBeUndefined()
    expect(shown.headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('POST /api/medical-documents/{id}/email', () => {
  it('mails the picture with the words of its record, and answers go to the sender', async () => {
    const { id } = await uploaded(ada, { documentName: 'Blood test', documentDate: '2026-02-27' })
    const answer = await send(ada, 'POST', url(id, '/email'), { recipientEmail: ' clinic@example.org ' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    const mail = server.mails.at(-1)
    expect(mail).toMatchObject({ to: 'clinic@example.org', replyTo: 'ada@example.org' })
    expect(mail?.text).toContain('Test Record: Blood test, Feb 27, 2026')
    const [attached] = mail?.attachments ?? []
    expect(attached?.filename).toBe('Blood test.jpg')
    expect(attached?.content).toEqual((await ada.inject(url(id, '/image'))).rawPayload)
  })

  it.each(['', 'nobody', 'a@b', 'a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org'])(
    'refuses %j as a recipient',
    async (recipientEmail) => {
      const { id } = await uploaded(ada)
      const sent = server.mails.length
      const answer = await send(ada, 'POST', url(id, '/email'), { recipientEmail })
      expect([answer.statusCode, server.mails.length]).toEqual([400, sent])
    },
  )

  it('a mail server that fails is said in a sentence', async () => {
    const mailer = {
      destination: '',
      send: async (mail: Mail) => {
        if (mail.attachments) throw new Error('no connection')
        server.mails.push(mail)
      },
    }
    const own = await testApp({ mailer })
    const dan = await asAdult({ ...own, mails: server.mails } as TestApp, 'dan@example.org')
    const { id } = await uploaded(dan)
    const answer = await send(dan, 'POST', url(id, '/email'), { recipientEmail: 'clinic@example.org' })
    await own.close()
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  })
})

describe('files that no document names', () => {
  it('of an interrupted upload and of an account that is gone are removed, and no others', async () => {
    const carol = await asAdult(server, 'carol@example.org')
    await uploaded(carol)
    const kept = (await server.db.select().from(medicalDocuments)).length - 1
    await blobs.put(randomUUID(), scan)
    await eraseAccount(server.db, carol.user.id, server.clock.now())
    await removeOrphans(server.db, blobs, Date.now() + 2 * 3_600_000)
    expect(blobs.size()).toBe(2 * kept)
    expect(kept).toBeGreaterThan(0)
  })

  it('of an upload that is still running stay', async () => {
    const id = randomUUID()
    await blobs.put(id, scan)
    expect(await removeOrphans(server.db, blobs, Date.now())).toBe(0)
    expect(await blobs.get(id)).not.toBeNull()
  })
})
