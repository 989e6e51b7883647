import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePush } from './push-payload.ts'

const ORIGIN = 'https://dosewell.example'
const SLOT = 'a'.repeat(22)
const parse = (value: unknown) => parsePush(JSON.stringify(value), ORIGIN)

describe('push payload', () => {
  it('reads the Declarative Web Push form', () => {
    const payload = parse({
      web_push: 8030,
      notification: {
        title: 'Medication Reminder',
        body: 'Time to take Metformin XR (1000 mg) at 8:00 AM',
        navigate: `${ORIGIN}/?dose=${SLOT}`,
        tag: SLOT,
        silent: false,
      },
      mutable: true,
    })
    expect(payload).toEqual({
      title: 'Medication Reminder',
      body: 'Time to take Metformin XR (1000 mg) at 8:00 AM',
      tag: SLOT,
      path: `/?dose=${SLOT}`,
      slotIds: [SLOT],
      user: null,
      person: null,
      initial: null,
      id: null,
      kind: 'reminder',
      silent: false,
      wording: null,
    })
  })

  it('reads the plain form', () => {
    expect(parse({ title: 'T', body: 'B', tag: 'r1' })).toEqual({
      title: 'T',
      body: 'B',
      tag: 'r1',
      path: '/',
      slotIds: [],
      user: null,
      person: null,
      initial: null,
      id: null,
      kind: 'reminder',
      silent: false,
      wording: null,
    })
  })

  it('R11.7 reads whose it is, and never takes anything else for an initial', () => {
    const data = { user: 'ada', person: 'mia', whose: { name: 'Mia', initial: 'M', colour: 'green' } }
    expect(parse({ title: 'T', data })).toMatchObject({ user: 'ada', person: 'mia', initial: 'M' })
    for (const whose of [null, 'Mia', {}, { initial: 7 }, { initial: '' }])
      expect(parse({ title: 'T', data: { ...data, whose } })).toMatchObject({ person: 'mia', initial: null })
  })

  it('reads what the server adds for the worker: receipt, kind, silence, wording', () => {
    const id = 'i'.repeat(22)
    const data = { id, kind: 'settled', wording: 'discreet' }
    expect(parse({ title: 'T', silent: true, data })).toMatchObject({
      id,
      kind: 'settled',
      silent: true,
      wording: 'discreet',
    })
  })

  it('takes none of that when it is something else', () => {
    const data = { id: '../../logout', kind: 'alarm', wording: 7 }
    expect(parse({ title: 'T', silent: 'yes', data })).toMatchObject({
      id: null,
      kind: 'reminder',
      silent: false,
      wording: null,
    })
  })

  it('takes the slots of a group from its data', () => {
    const other = 'b'.repeat(22)
    const data = { slotIds: [SLOT, 'not a slot', 7, other], user: 'u1' }
    expect(parse({ title: 'T', tag: 'at:2026-11-20T08:00', data })).toMatchObject({
      slotIds: [SLOT, other],
      user: 'u1',
    })
  })

  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['no JSON', 'Time to take {'],
    ['no title', '{"body":"B"}'],
    ['an empty title', '{"title":"   "}'],
    ['a list', '[1]'],
    ['null', 'null'],
    ['a title that is no text', '{"title":{"toString":1}}'],
  ])('is null for %s', (_name, text) => {
    expect(parsePush(text, ORIGIN)).toBeNull()
  })

  it.each([
    ['another origin', 'https://evil.example/?dose=x'],
    ['a script', 'javascript:alert(1)'],
    ['an address without a scheme', '//evil.example/'],
    ['a path that would be one', `${ORIGIN}//evil.example/`],
    ['the sign-out', '/api/logout'],
    ['something endless', `/${'x'.repeat(5000)}`],
  ])('leads home instead of to %s', (_name, navigate) => {
    expect(parse({ title: 'T', navigate })?.path).toBe('/')
  })

  it('cuts what is too long and repairs what is of the wrong kind', () => {
    const payload = parse({ title: 'T'.repeat(5000), body: 7, tag: ['x'], data: 'none' })
    expect(payload?.title).toHaveLength(120)
    expect(payload).toMatchObject({ body: '', tag: 'dosewell', slotIds: [], user: null })
  })

  it('never throws and always names a path of this app', () => {
    const notification = fc.record(
      {
        title: fc.anything(),
        body: fc.anything(),
        tag: fc.anything(),
        navigate: fc.anything(),
        data: fc.anything(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), notification), fc.boolean(), (value, isDeclarative) => {
        const text = JSON.stringify(isDeclarative ? { web_push: 8030, notification: value } : value) ?? ''
        const payload = parsePush(text, ORIGIN)
        if (payload) expect(new URL(payload.path, ORIGIN).origin).toBe(ORIGIN)
      }),
    )
  })
})
