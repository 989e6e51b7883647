import { describe, expect, it } from 'vitest'
import type { SlotId } from '#domain/lib/ids.ts'
import { encryptFor } from './encrypt.ts'
import { LONGEST_MESSAGE, messageBytes, type PushMessage } from './message.ts'

const ORIGIN = 'https://dosewell.example'
const message = (fields: Partial<PushMessage> = {}): PushMessage => ({
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  kind: 'reminder',
  user: '01900000-0000-7000-8000-000000000001',
  title: 'Medication Reminder',
  body: 'Time to take Ramipril (5 mg) at 8:00 AM',
  tag: 'at:2026-03-02T08:00',
  path: '/?dose=BBBBBBBBBBBBBBBBBBBBBB',
  slotIds: ['BBBBBBBBBBBBBBBBBBBBBB' as SlotId],
  silent: false,
  renotify: true,
  ...fields,
})
const read = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString('utf8'))

describe('R3.5 the message', () => {
  it('is Declarative Web Push that the worker may replace, with an absolute address of our own', () => {
    expect(read(messageBytes(message(), 'full', ORIGIN))).toEqual({
      web_push: 8030,
      mutable: true,
      notification: {
        title: 'Medication Reminder',
        body: 'Time to take Ramipril (5 mg) at 8:00 AM',
        lang: 'en',
        tag: 'at:2026-03-02T08:00',
        navigate: 'https://dosewell.example/?dose=BBBBBBBBBBBBBBBBBBBBBB',
        silent: false,
        renotify: true,
        data: {
          id: 'AAAAAAAAAAAAAAAAAAAAAA',
          kind: 'reminder',
          user: '01900000-0000-7000-8000-000000000001',
          wording: 'full',
          slotIds: ['BBBBBBBBBBBBBBBBBBBBBB'],
        },
      },
    })
  })

  it.each([
    ['letters', 'Ramipril, '],
    ['umlauts', 'äöü ÄÖÜ '],
    ['signs of two code units', '💊💊'],
    ['quotes, which JSON makes longer', '"\\"'],
    ['control characters, which JSON makes six times as long', '\u0001'],
  ])('is at most 3000 bytes: of %s the body is cut, the slots stay', (_what, text) => {
    const slotIds = Array.from({ length: 60 }, (_, i) => `slot-${i}`.padEnd(22, 'x') as SlotId)
    const bytes = messageBytes(message({ body: text.repeat(2000), slotIds }), 'full', ORIGIN)
    const { notification } = read(bytes)
    expect(bytes.length).toBeLessThanOrEqual(LONGEST_MESSAGE)
    expect(notification.body).toMatch(/^.+…$/su)
    expect(notification.body).not.toMatch(/[\ud800-\udbff]…/u)
    expect(notification.data.slotIds).toEqual(slotIds)
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    expect(encryptFor(keys, bytes).length).toBeLessThan(4096)
  })

  it('goes out however much there is to say', () => {
    const slotIds = Array.from({ length: 500 }, () => 'x'.repeat(22) as SlotId)
    const long = message({ title: '\u0001'.repeat(500), body: '\u0001'.repeat(5000), slotIds })
    expect(messageBytes(long, 'full', ORIGIN).length).toBeLessThanOrEqual(LONGEST_MESSAGE)
  })
})

describe('R3.7 discreet wording', () => {
  it('says that there is a reminder and nothing more', () => {
    const bytes = messageBytes(message(), 'discreet', ORIGIN)
    const { title, body, data } = read(bytes).notification
    expect([title, body, data.wording]).toEqual(['You have a reminder', '', 'discreet'])
    expect(Buffer.from(bytes).toString('utf8')).not.toMatch(/Ramipril|5 mg|Medication/)
  })

  it('says what names nothing, where the message has such words', () => {
    const { title, body } = read(
      messageBytes(message({ discreetBody: 'Logged at 8:02 AM' }), 'discreet', ORIGIN),
    ).notification
    expect([title, body]).toEqual(['You have a reminder', 'Logged at 8:02 AM'])
  })
})
