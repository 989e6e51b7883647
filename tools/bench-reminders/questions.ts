import type { ChildProcess } from 'node:child_process'

/** One question between this process and a child, with its number. */
interface Envelope {
  number: number
  content: unknown
}

let asked = 0

/** Asks a child that runs `answerQuestions`. Rejects when the child ends before it answers. */
export function ask<Answer>(child: ChildProcess, content: unknown): Promise<Answer> {
  const number = ++asked
  return new Promise((resolve, reject) => {
    const done = () => {
      child.off('message', onMessage)
      child.off('exit', onExit)
    }
    const onMessage = (message: unknown) => {
      const answer = message as Envelope
      if (answer.number !== number) return
      done()
      resolve(answer.content as Answer)
    }
    const onExit = () => {
      done()
      reject(new Error('The process ended before it answered'))
    }
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.send({ number, content } satisfies Envelope)
  })
}

/** Answers every question, in the child. Does not keep the process alive. */
export function answerQuestions<Question>(answer: (question: Question) => unknown): void {
  process.on('message', async (message) => {
    const { number, content } = message as Envelope
    process.send?.({ number, content: await answer(content as Question) } satisfies Envelope)
  })
  process.channel?.unref()
}
