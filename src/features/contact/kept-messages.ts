import * as z from 'zod/mini'
import type { UserId } from '#domain/lib/ids.ts'
import type { ContactMessage } from '#domain/records/contact.ts'
import { changeMark } from '#src/data/device-marks.ts'
import { readKnownUser, readMark } from '#src/data/device-store.ts'
import { type ApiAnswer, apiCall } from '#src/platform/api-call.ts'
import { withLock } from '#src/platform/locks.ts'

/** Whose messages: a user's are deleted at their sign-out. */
export type Writer = UserId | 'visitor'

/** A message that no server has accepted yet. */
export interface KeptMessage extends ContactMessage {
  id: string
  /** The sentence of a server that refused it; it is tried again. */
  problem?: string | undefined
}

const keptSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    problem: z.optional(z.string()),
  }),
)

const markOf = (writer: Writer): string => `contact:${writer}`

function parse(text: string | null): KeptMessage[] {
  const parsed = keptSchema.safeParse(JSON.parse(text || '[]'))
  return parsed.success ? parsed.data : []
}

/** Sends POST /api/contact, once. The id makes a message that is sent again the same message. */
export const sendMessage = ({ problem: _, ...message }: KeptMessage): Promise<ApiAnswer> =>
  apiCall({ method: 'POST', path: '/api/contact', body: message })

/** Returns the messages waiting on this device, oldest first. */
export const readKept = async (writer: Writer): Promise<KeptMessage[]> => parse(await readMark(markOf(writer)))

export const keepMessage = (writer: Writer, message: KeptMessage): Promise<void> =>
  change(writer, (kept) => [...kept.filter(({ id }) => id !== message.id), message])

export const dropMessage = (writer: Writer, dropped: string): Promise<void> =>
  change(writer, (kept) => kept.filter(({ id }) => id !== dropped))

/** Sends what waits, one by one and in one tab at a time. Returns how many were accepted. */
export async function sendKept(writer: Writer): Promise<number> {
  if ((await readKept(writer)).length === 0) return 0
  return withLock(`dosewell-${markOf(writer)}`, {}, async () => {
    let sent = 0
    for (const message of await readKept(writer)) {
      const answer = await sendMessage(message)
      if (answer.kind === 'no-answer') break
      if (answer.kind === 'ok') {
        await dropMessage(writer, message.id)
        sent += 1
      } else await change(writer, (kept) => withProblem(kept, message.id, answer.message))
    }
    return sent
  })
}

const withProblem = (kept: KeptMessage[], blamed: string, problem: string): KeptMessage[] =>
  kept.map((message) => (message.id === blamed ? { ...message, problem } : message))

/** Changes the saved messages, unless a sign-out came in between: nothing of the user may be written after it. */
async function change(writer: Writer, next: (kept: KeptMessage[]) => KeptMessage[]): Promise<void> {
  if (writer !== 'visitor' && (await readKnownUser())?.id !== writer) return
  await changeMark(markOf(writer), (text) => JSON.stringify(next(parse(text))))
}
