import { gunzipSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import type { UserId } from '#domain/lib/ids.ts'
import { sampleId } from '#domain/testing/samples.ts'
import { createHttpTransport } from './http-transport.ts'
import { ownData } from './whose.ts'

const OWN = ownData(sampleId<UserId>(1))

it('S14.2 a request about somebody else names them and the account that asks; one about the account’s own person only that', async () => {
  const named: (string | null)[][] = []
  const note = async (_path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    named.push([headers.get('dosewell-user'), headers.get('dosewell-account')])
    return new Response('')
  }
  const request = { method: 'GET', path: '/' } as const
  await createHttpTransport(OWN, note).send(request)
  await createHttpTransport({ ...OWN, person: sampleId<UserId>(2) }, note).send(request)
  expect(named).toEqual([
    [OWN.account, null],
    [sampleId(2), OWN.account],
  ])
})

it('S11.2 a request names the epoch that the device knows, and hears of a new one with what both have in common', async () => {
  const named: (string | null)[] = []
  const transport = createHttpTransport(OWN, async (_path, init) => {
    named.push(new Headers(init.headers).get('dosewell-epoch'))
    const headers = { 'dosewell-epoch': 'second', 'dosewell-restored-seq': '12' }
    return new Response('', { headers })
  })
  await transport.send({ method: 'GET', path: '/', epoch: null })
  const answer = await transport.send({ method: 'GET', path: '/', epoch: 'first' })
  expect(named).toEqual([null, 'first'])
  expect(answer).toMatchObject({ epoch: 'second', restoredSeq: 12 })
})

it.each([null, '', '-1', 'many'])('S11.2 %j says nothing about what both epochs have in common', async (value) => {
  const headers: Record<string, string> = value === null ? {} : { 'dosewell-restored-seq': value }
  const transport = createHttpTransport(OWN, async () => new Response('', { headers }))
  expect(await transport.send({ method: 'GET', path: '/' })).toMatchObject({ restoredSeq: null })
})

it('a failure without a body is told by its status text (specification, section 7)', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = (status: number, text: string | null, statusText: string) =>
    createHttpTransport(OWN, async () => new Response(text, { status, statusText, headers })).send({
      method: 'GET',
      path: '/',
    })
  expect(await answer(503, '', 'Service Unavailable')).toMatchObject({ body: 'Service Unavailable' })
  expect(await answer(503, '{"a":1}', 'Service Unavailable')).toMatchObject({ body: { a: 1 } })
  expect(await answer(304, null, 'Not Modified')).toMatchObject({ body: '' })
})

it('a long batch goes out compressed, until a server refuses that; a short one and any other call do not', async () => {
  const sent: [string | null, string][] = []
  let status = 200
  const fetched = async (_path: unknown, init: RequestInit = {}) => {
    const { body } = init
    const encoding = new Headers(init.headers).get('content-encoding')
    const text = typeof body === 'string' ? body : gunzipSync(new Uint8Array(body as ArrayBuffer)).toString()
    sent.push([encoding, text])
    return new Response('', { status: encoding === null ? 200 : status })
  }
  vi.stubGlobal('fetch', fetched)
  try {
    const long = { calls: 'a'.repeat(10_000) }
    for (const [path, body] of [
      ['/api/batch', long],
      ['/api/batch', { calls: [] }],
      ['/api/medications', long],
    ] as const) {
      await createHttpTransport(OWN).send({ method: 'POST', path, body })
    }
    expect(sent).toEqual([
      ['gzip', JSON.stringify(long)],
      [null, '{"calls":[]}'],
      [null, JSON.stringify(long)],
    ])
    sent.length = 0
    status = 400
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await createHttpTransport(OWN).send({ method: 'POST', path: '/api/batch', body: long })
      expect(answer?.status).toBe(200)
    }
    expect(sent.map(([encoding]) => encoding)).toEqual(['gzip', null, null])
  } finally {
    vi.unstubAllGlobals()
  }
})
