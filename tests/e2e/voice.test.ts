import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startSpeechService } from '#server/testing/speech-service.ts'
import { espeakSpeaker } from '#server/voice/espeak-speaker.ts'
import { waveSamples } from '#server/voice/wave-samples.ts'
import { until } from '#tests/support/wait.ts'
import { checkScreen } from './support/axe.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const SENTENCE = 'Metformin 500 milligrams twice a day'

const folder = mkdtempSync(join(tmpdir(), 'dosewell-voice-'))
const spokenFile = join(folder, 'spoken.wav')
const speaker = espeakSpeaker()
const spoken = await speaker.speak({ text: SENTENCE, voice: 'nova', speed: 1 })
speaker.close()
if (spoken.kind !== 'spoken') throw new Error('nothing was spoken into the microphone')
writeFileSync(spokenFile, spoken.audio)

const service = await startSpeechService()
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})
afterEach(() => {
  service.requests.length = 0
  service.words = SENTENCE
  service.instead = null
})
service.words = SENTENCE

const screens = setUpScreens(
  { environment: { AI_BASE_URL: service.baseUrl, AI_API_KEY: 'sk-test' } },
  {
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${spokenFile}`,
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
)

const button = ({ page }: User, name: string) => page.getByRole('button', { name, exact: true })
const transcript = ({ page }: User) => page.getByLabel('Transcription')

async function atVoice(): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  await user.open('/voice')
  await button(user, 'Start recording').waitFor()
  return user
}

/** Records for a second and presses Stop. */
async function say(user: User): Promise<void> {
  await button(user, 'Start recording').click()
  await user.page.getByText(/^0:01 of 2:00$/).waitFor()
  await button(user, 'Stop recording').click()
}

/** Returns how many microphones the page holds open. */
const watchMicrophones = ({ page }: User) =>
  page.evaluateHandle(() => {
    const tracks: MediaStreamTrack[] = []
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints)
      tracks.push(...stream.getTracks())
      return stream
    }
    return tracks
  })

describe('/voice', () => {
  it('what is said is written down, corrected, and opens the form of a medication; the microphone is let go; axe finds nothing at rest, while it records, with words and a player; a server with a model of its own is sent WAV, which this browser decodes from what it recorded', async () => {
    const ann = await atVoice()
    const tracks = await watchMicrophones(ann)
    await ann.page.getByText('Your recording goes to this server').waitFor()
    expect(await button(ann, 'Add Medication from Voice').isDisabled()).toBe(true)
    const problems = await checkScreen(ann.page, '/voice')
    await button(ann, 'Start recording').click()
    await ann.page.getByText(/^0:01 of 2:00$/).waitFor()
    problems.push(...(await checkScreen(ann.page, '/voice recording')))
    await button(ann, 'Stop recording').click()
    await ann.toast('Transcription complete').waitFor()
    expect(await transcript(ann).inputValue()).toBe(SENTENCE)
    const [asked] = service.requests
    expect(asked).toMatchObject({ path: '/v1/audio/transcriptions', recording: { name: 'recording.webm' } })
    expect(asked?.recording?.bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
    expect(asked?.recording?.bytes.length).toBeGreaterThan(2000)
    expect(await tracks.evaluate((all) => all.map(({ readyState }) => readyState))).toEqual(['ended'])

    // The service does not speak, so this machine does.
    service.instead = 404
    await ann.page.getByLabel('Reminder text').fill('Time to take Metformin')
    await button(ann, 'Generate & Play').click()
    const player = ann.page.getByLabel('The spoken reminder')
    await player.waitFor()
    problems.push(...(await checkScreen(ann.page, '/voice with words')))
    await until(() => player.evaluate((audio: HTMLAudioElement) => audio.duration > 0.5), { what: 'audio' })
    await until(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime > 0), { what: 'sound' })
    expect(problems).toEqual([])
    service.instead = null

    await transcript(ann).fill(`${SENTENCE} with food`)
    await button(ann, 'Add Medication from Voice').click()
    await ann.toast('Voice input parsed').waitFor()
    expect(new URL(ann.page.url()).pathname + new URL(ann.page.url()).search).toBe('/medications')
    expect(await ann.dialog().getByLabel('Instructions').inputValue()).toBe(`${SENTENCE} with food`)

    await ann.context.route('**/api/capabilities', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), recordings: 'wav' } })
    })
    await ann.open('/voice')
    await ann.page.getByText('this server, which writes it down by itself').waitFor()
    await say(ann)
    await ann.toast('Transcription complete').waitFor()
    const { bytes = Buffer.alloc(0) } = service.requests.at(-1)?.recording ?? {}
    const sound = waveSamples(bytes)
    expect(sound?.rate).toBe(16_000)
    expect(sound?.samples.length).toBeGreaterThan(8000)
    expect(sound?.samples.some((sample) => Math.abs(sample) > 0.05)).toBe(true)
  })
})
