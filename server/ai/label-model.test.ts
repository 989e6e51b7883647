import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { startSpeechService, type TestSpeechService } from '../testing/speech-service.ts'
import { labelModel } from './label-model.ts'

let double: TestSpeechService
beforeAll(async () => {
  double = await startSpeechService()
})
beforeEach(() => {
  double.requests.length = 0
  double.instead = null
})
afterAll(() => double.close())

const modelOf = (timeLimit?: number) =>
  labelModel(
    readConfig({ AI_BASE_URL: double.baseUrl, AI_API_KEY: 'sk-secret', AI_EXTRACTION_MODEL: 'small' }),
    timeLimit,
  )
const propose = (timeLimit?: number) => modelOf(timeLimit)?.propose('ZYXOLAN 10mg', new AbortController().signal)

it('there is none unless a model is named', () => {
  expect(labelModel(readConfig({ AI_BASE_URL: double.baseUrl }))).toBeNull()
  expect(labelModel(readConfig({}))).toBeNull()
})

it('is sent the words of the label and nothing of the person, and its answer is cut to what a medication is', async () => {
  double.completion = JSON.stringify({
    medications: [{ name: ' Zyxolan ', dosage: '10mg', frequency: null, taken: true }],
  })
  expect(await propose()).toEqual({
    ok: true,
    value: [{ name: 'Zyxolan', dosage: '10mg', frequency: '', instructions: '' }],
  })
  expect(double.requests).toMatchObject([
    {
      path: '/v1/chat/completions',
      authorization: 'Bearer sk-secret',
      json: { model: 'small', messages: [{ role: 'system' }, { role: 'user', content: 'ZYXOLAN 10mg' }] },
    },
  ])
})

it.each([
  'no JSON',
  '{}',
  '{"medications":[{"name":""}]}',
  '{"medications":"none"}',
  '[]',
  '{"medications":[{"name":7}]}',
])('an answer that is none counts as none: %s', async (completion) => {
  double.completion = completion
  expect(await propose()).toEqual({ ok: false, why: 'failed', status: null })
})

it('what no database takes of its words is left out', async () => {
  double.completion = JSON.stringify({ medications: [{ name: 'Zyx\0olan', dosage: '\ud83d10mg' }] })
  expect(await propose()).toMatchObject({ ok: true, value: [{ name: 'Zyxolan', dosage: '\ufffd10mg' }] })
})

it('one that does not answer in time counts as failed', async () => {
  double.instead = 'hang'
  expect(await propose(50)).toEqual({ ok: false, why: 'failed', status: null })
})
