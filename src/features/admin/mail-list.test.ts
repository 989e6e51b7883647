import { describe, expect, it } from 'vitest'
import type { Instant } from '#domain/lib/instant.ts'
import { ADMIN_PAGE, type IncomingEmail } from '#domain/protocol/admin.ts'
import type { AdminAnswer } from '#src/platform/admin-calls.ts'
import { createMailList } from './mail-list.ts'

/** The higher the number, the newer. */
const mail = (number: number, isRead = false): IncomingEmail => ({
  id: `mail ${number}`,
  fromName: null,
  fromEmail: 'vera@example.org',
  subject: `No. ${number}`,
  textContent: 'Hello.',
  isRead,
  createdAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString() as Instant,
  isPriority: false,
  attachments: 0,
})

/** Returns mails from that number down: one page unless another count is given. */
const from = (newest: number, count = ADMIN_PAGE) => Array.from({ length: count }, (_, index) => mail(newest - index))

const ok = (value: IncomingEmail[]): AdminAnswer<IncomingEmail[]> => ({ kind: 'ok', value })

/** A list whose requests the test answers by hand. */
function mailList() {
  const list = createMailList()
  const asked: string[] = []
  const answers: ((answer: AdminAnswer<IncomingEmail[]>) => void)[] = []
  const more = () =>
    list.more((before) => {
      const { promise, resolve } = Promise.withResolvers<AdminAnswer<IncomingEmail[]>>()
      asked.push(before)
      answers.push(resolve)
      return promise
    })
  const numbers = () => list.state.getState().emails.map(({ subject }) => Number(subject.slice(4)))
  return { ...list, more, asked, answers, numbers, now: () => list.state.getState() }
}

const downFrom = (newest: number, count: number) => Array.from({ length: count }, (_, index) => newest - index)

describe('2.admin.10 the list of mail', () => {
  it('is whole when its newest page is not full', () => {
    const { refreshed, now } = mailList()
    expect(now().isWhole).toBe(false)
    refreshed(from(3, 3))
    expect(now()).toMatchObject({ emails: from(3, 3), isWhole: true })
  })

  it('keeps each mail when new ones push it out of the newest page', async () => {
    const { refreshed, more, answers, asked, numbers } = mailList()
    refreshed(from(100))
    const asking = more()
    answers[0]?.(ok(from(50, 20)))
    await asking
    expect(asked).toEqual(['mail 51'])
    refreshed(from(102))
    expect(numbers()).toEqual(downFrom(102, 72))
  })

  it('takes over what the newest page says of a mail, and lets go what it no longer holds', () => {
    const { refreshed, now, numbers } = mailList()
    refreshed(from(3, 3))
    refreshed([mail(3, true), mail(1)])
    expect(numbers()).toEqual([3, 1])
    expect(now().emails[0]?.isRead).toBe(true)
  })

  it('begins anew when so much came that the newest page does not reach what was seen', async () => {
    const { refreshed, more, answers, now, numbers } = mailList()
    refreshed(from(60))
    const asking = more()
    answers[0]?.(ok(from(10, 10)))
    await asking
    expect(now().isWhole).toBe(true)
    refreshed(from(200))
    expect(numbers()).toEqual(downFrom(200, ADMIN_PAGE))
    expect(now().isWhole).toBe(false)
  })

  it('asks for more once, however often it is pressed, and shows each mail once', async () => {
    const { refreshed, more, answers, asked, now, numbers } = mailList()
    refreshed(from(100))
    const asking = Promise.all([more(), more()])
    expect(asked).toHaveLength(1)
    expect(now().isAsking).toBe(true)
    answers[0]?.(ok(from(50)))
    await asking
    expect(now().isAsking).toBe(false)
    expect(numbers()).toEqual(downFrom(100, 100))
  })

  it('can be asked again when no answer came', async () => {
    const { refreshed, more, answers, now, asked } = mailList()
    refreshed(from(100))
    const asking = more()
    answers[0]?.({ kind: 'no-answer' })
    await asking
    expect(now()).toMatchObject({ isAsking: false, isWhole: false })
    void more()
    expect(asked).toEqual(['mail 51', 'mail 51'])
  })

  it('drops the mail that it asked from when that is gone, and asks from the one above it', async () => {
    const { refreshed, more, answers, asked, numbers } = mailList()
    refreshed(from(100))
    const asking = more()
    // For a mail that it does not know, the server returns the first page (`listInbox`).
    answers[0]?.(ok([...from(100, 49), mail(50)]))
    await Promise.resolve()
    await Promise.resolve()
    expect(asked).toEqual(['mail 51', 'mail 52'])
    answers[1]?.(ok(from(50, 5)))
    await asking
    expect(numbers()).toEqual([...downFrom(100, 49), ...downFrom(50, 5)])
  })

  it('does not append what was asked for before it began anew', async () => {
    const { refreshed, more, answers, numbers } = mailList()
    refreshed(from(100))
    const asking = more()
    refreshed(from(300))
    answers[0]?.(ok(from(50, 20)))
    await asking
    expect(numbers()).toEqual(downFrom(300, ADMIN_PAGE))
  })

  it('loses a deleted mail at once, and notes at once which one was read', () => {
    const { refreshed, removed, read, now, numbers } = mailList()
    refreshed(from(3, 3))
    removed('mail 2')
    read('mail 1')
    expect(numbers()).toEqual([3, 1])
    expect(now().emails.map(({ isRead }) => isRead)).toEqual([false, true])
  })
})
