import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { afterPatience } from './time-limit.ts'

it('patience does not end while the process itself is busy, and what came meanwhile is heard first', async () => {
  const heard: string[] = []
  const stop = afterPatience(50, () => heard.push('patience ended'))
  const answer = pause(60).then(() => {
    heard.push('answer')
    stop()
  })
  const until = performance.now() + 500
  while (performance.now() < until);
  await answer
  expect(heard).toEqual(['answer'])
})

it('patience with somebody who never answers ends', async () => {
  await new Promise<void>((resolve) => afterPatience(10, resolve))
})
