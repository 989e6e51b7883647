import { beforeEach, expect, it } from 'vitest'
import { askForName, leaveName, useNameQuestion } from './name-question.ts'

beforeEach(askForName)

it('leaves at once, and says until the server has answered that it is being asked', async () => {
  const asked = Promise.withResolvers<void>()
  const leaving = leaveName(() => asked.promise)
  expect(useNameQuestion.getState()).toEqual({ isAsked: false, isChecking: true })
  asked.resolve()
  await leaving
  expect(useNameQuestion.getState()).toEqual({ isAsked: false, isChecking: false })
})
