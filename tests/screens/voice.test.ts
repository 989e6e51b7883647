import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { jpegOf } from '#server/testing/pictures.ts'
import { startSpeechService } from '#server/testing/speech-service.ts'
import { fromDocumentMenu } from '#tests/support/document-menu.ts'
import { until } from '#tests/support/wait.ts'
import type { Locator } from './support/locator.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const SENTENCE = 'Metformin 500 milligrams twice a day'

const service = await startSpeechService()
afterAll(() => service.close())
afterEach(() => {
  service.requests.length = 0
  service.words = SENTENCE
  service.instead = null
})
service.words = SENTENCE

const screens = setUpScreens({ environment: { AI_BASE_URL: service.baseUrl, AI_API_KEY: 'sk-test' } })

const button = ({ page }: User, name: string) => page.getByRole('button', { name, exact: true })
const transcript = ({ page }: User) => page.getByLabel('Transcription')

/** Returns a user whose time the tests let pass. */
async function newUser(): Promise<User> {
  const user = await screens.user()
  await user.page.clock.install()
  return user
}

async function atVoice(query = ''): Promise<User> {
  const user = await newUser()
  await user.signUp()
  await user.open(`/voice${query}`)
  await button(user, 'Start recording').waitFor()
  return user
}

/** Lets a second of a recording pass. */
async function aSecond({ page }: User): Promise<void> {
  await page.getByText(/^0:00 of 2:00$/).waitFor()
  await page.clock.fastForward('00:01')
  await page.getByText(/^0:01 of 2:00$/).waitFor()
}

/** Records for a second and presses Stop. */
async function say(user: User): Promise<void> {
  await button(user, 'Start recording').click()
  await aSecond(user)
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

/** Makes the server say that it has no speech service. */
const withoutService = ({ context }: User) =>
  context.route('**/api/capabilities', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), transcription: false } })
  })

/** Chooses a picture on the documents page. */
async function withPicture(user: User): Promise<void> {
  await user.signUp()
  await user.open('/medical-documents')
  await user.page.getByRole('heading', { name: 'No documents yet' }).waitFor()
  const buffer = await jpegOf()
  const picture = { name: 'referral.jpg', mimeType: 'image/jpeg', buffer }
  await user.page.locator('input[type=file]').first().setInputFiles(picture)
}

interface FakeRecogniser {
  /** What it hears as soon as it listens. */
  words?: string
  /** The error that it reports instead of listening. */
  error?: string
  /** It stops by itself once it heard the words. */
  isBrief?: boolean
  /** It never says anything. */
  isSilent?: boolean
  /** Its language pack: there (or not) before and after a download; without one, audio goes to its maker. */
  pack?: { before: string; after: string }
}

/** Gives future pages such a recogniser; null: none. Those that listened on the device are counted. */
const recognising = ({ context }: User, fake: FakeRecogniser | null) =>
  context.addInitScript((given) => {
    const state = { pack: given?.pack?.before, error: given?.error, local: 0 }
    class Recognition extends EventTarget {
      processLocally = false
      static async available() {
        return state.pack ?? 'unavailable'
      }
      static async install() {
        state.pack = given?.pack?.after
        return state.pack === 'available'
      }
      start() {
        if (this.processLocally) state.local += 1
        if (!given?.isSilent) queueMicrotask(() => this.#listen())
      }
      #listen() {
        if (state.error !== undefined) {
          this.dispatchEvent(Object.assign(new Event('error'), { error: state.error }))
          return
        }
        this.dispatchEvent(new Event('start'))
        if (given?.words !== undefined) {
          const results = [[{ transcript: given.words }]]
          this.dispatchEvent(Object.assign(new Event('result'), { results }))
        }
        if (given?.isBrief) this.stop()
      }
      stop() {
        this.dispatchEvent(new Event('end'))
      }
      abort() {}
    }
    const own = given === null ? undefined : Recognition
    Object.assign(window, { SpeechRecognition: own, webkitSpeechRecognition: own, recogniserState: state })
  }, fake)

/** Returns how often the recogniser of the page listened on the device. */
const listenedHere = ({ page }: User) =>
  page.evaluate(() => (window as unknown as { recogniserState: { local: number } }).recogniserState.local)

/** Opens /voice on a server without a speech service, in a browser with such a recogniser. */
async function withBrowserAlone(fake: FakeRecogniser | null): Promise<User> {
  const user = await newUser()
  await withoutService(user)
  await recognising(user, fake)
  await user.signUp()
  await user.open('/voice')
  await user.page.getByText('This server cannot turn speech into text.').waitFor()
  return user
}

/** Says that the user agrees to the browser's maker receiving audio. */
async function agree(user: User): Promise<void> {
  const consent = user.page.getByRole('switch', { name: 'Let this browser write down what you say' })
  await consent.click()
  await until(async () => (await consent.getAttribute('aria-checked')) === 'true', { what: 'consent' })
}

describe('dictation', () => {
  it('?type=appointment chooses an appointment; both can be chosen by the keyboard alone', async () => {
    const bob = await atVoice('?type=appointment')
    service.words = 'Doctor Lee on Friday at 3 pm'
    await button(bob, 'Start recording').focus()
    await bob.page.keyboard.press('Enter')
    await aSecond(bob)
    await bob.page.keyboard.press('Enter')
    await bob.toast('Transcription complete').waitFor()
    await bob.page.getByRole('radio', { name: 'Doctor Appointment' }).focus()
    await bob.page.keyboard.press('ArrowUp')
    await button(bob, 'Add Medication from Voice').waitFor()
    await bob.page.keyboard.press('ArrowDown')
    await button(bob, 'Add Appointment from Voice').focus()
    await bob.page.keyboard.press('Enter')
    await bob.toast('Voice input parsed').waitFor()
    expect(new URL(bob.page.url()).pathname + new URL(bob.page.url()).search).toBe('/appointments')
  })

  it('a second recording follows the first one, and what stands there survives a reload', async () => {
    const cat = await atVoice()
    await transcript(cat).fill('Morning:')
    await say(cat)
    await cat.toast('Transcription complete').waitFor()
    await cat.page.reload()
    await transcript(cat).waitFor()
    expect(await transcript(cat).inputValue()).toBe(`Morning: ${SENTENCE}`)
  })

  it('Cancel and leaving the screen send nothing and let the microphone go', async () => {
    const dan = await atVoice()
    const tracks = await watchMicrophones(dan)
    for (const leave of [
      () => button(dan, 'Cancel').click(),
      () => dan.page.getByRole('link', { name: 'Medications' }).first().click(),
    ]) {
      await button(dan, 'Start recording').click()
      await aSecond(dan)
      await leave()
      await until(() => tracks.evaluate((all) => all.every(({ readyState }) => readyState === 'ended')), {
        what: 'a microphone that is let go',
      })
    }
    expect(await tracks.evaluate((all) => all.length)).toBe(2)
    expect(service.requests).toEqual([])
  })

  it('Stop writes down what was recorded, however short it was', async () => {
    const eve = await atVoice()
    await button(eve, 'Start recording').click()
    await button(eve, 'Stop recording').click()
    await eve.toast('Transcription complete').waitFor()
    expect(await transcript(eve).inputValue()).toBe(SENTENCE)
    expect(service.requests).toHaveLength(1)
  })

  it('a service that fails is told in the server’s sentence, and the keyboard is at hand; the recording can be sent again', async () => {
    const fay = await atVoice()
    fay.expectComplaint(/status of 503 .*\/api\/voice\/transcribe/)
    service.instead = 500
    await say(fay)
    await fay.toast('Transcription failed').getByText('The speech service did not answer.').waitFor()
    await fay.page.keyboard.type(SENTENCE)
    expect(await transcript(fay).inputValue()).toBe(SENTENCE)
    expect(await button(fay, 'Add Medication from Voice').isEnabled()).toBe(true)

    await transcript(fay).fill('')
    service.instead = null
    await button(fay, 'Try the same recording again').click()
    await fay.toast('Transcription complete').waitFor()
    expect(await transcript(fay).inputValue()).toBe(SENTENCE)
    const [first, second] = service.requests
    expect(second?.recording?.bytes.equals(first?.recording?.bytes ?? Buffer.alloc(0))).toBe(true)
    expect(await button(fay, 'Try the same recording again').count()).toBe(0)
  })

  it('a recording that is not written down yet stays while another one is made', async () => {
    const ida = await atVoice()
    ida.expectComplaint(/status of 503 .*\/api\/voice\/transcribe/)
    service.instead = 500
    await say(ida)
    await ida.toast('Transcription failed').waitFor()
    service.instead = null
    service.words = 'and Ramipril'
    await say(ida)
    await ida.toast('Transcription complete').waitFor()
    service.words = SENTENCE
    await button(ida, 'Try the same recording again').click()
    await until(async () => (await transcript(ida).inputValue()) === `and Ramipril ${SENTENCE}`)
    const [first, , last] = service.requests
    expect(last?.recording?.bytes.equals(first?.recording?.bytes ?? Buffer.alloc(0))).toBe(true)
    expect(await button(ida, 'Try the same recording again').count()).toBe(0)
  })

  it('of a long text nothing is cut: it says how much is too much, and waits for the person', async () => {
    const joy = await atVoice()
    const long = 'Metformin in the morning. '.repeat(76).trim()
    await transcript(joy).fill(long)
    await say(joy)
    await joy.page.getByText('This is 12 characters too long. Shorten it, or add it in two parts.').waitFor()
    await joy.page.reload()
    await transcript(joy).waitFor()
    expect(await transcript(joy).inputValue()).toBe(`${long} ${SENTENCE}`)
    await button(joy, 'Add Medication from Voice').click()
    expect(await transcript(joy).evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
    expect(new URL(joy.page.url()).pathname).toBe('/voice')
    await transcript(joy).fill(long)
    await joy.page.getByText(/too long/).waitFor({ state: 'hidden' })
    await button(joy, 'Add Medication from Voice').click()
    await joy.toast('Voice input parsed').waitFor()
  })

  it('where nobody can write it down that is said before anything is recorded, and no button promises it', async () => {
    const lea = await withBrowserAlone(null)
    await lea.page.getByText(/^You can type instead\. Keyboards of phones have a microphone key/).waitFor()
    expect(await button(lea, 'Start recording').count()).toBe(0)
    await transcript(lea).fill(SENTENCE)
    expect(await button(lea, 'Add Medication from Voice').isEnabled()).toBe(true)
  })

  it('what the server last said holds without a connection; once it is back, recording is offered', async () => {
    const kit = await newUser()
    await recognising(kit, null)
    await withoutService(kit)
    await kit.signUp()
    await kit.open('/voice')
    await kit.page.getByText('This server cannot turn speech into text.').waitFor()
    await kit.offline()
    await kit.page.reload()
    await kit.page.getByText('This server cannot turn speech into text.').waitFor()
    expect(await button(kit, 'Start recording').count()).toBe(0)

    await kit.context.unroute('**/api/capabilities')
    await kit.online()
    await button(kit, 'Start recording').waitFor()
    await kit.offline()
    await kit.page.reload()
    await kit.page.getByText('There is no connection, so nothing can be written down now.').waitFor()
    expect(await button(kit, 'Start recording').count()).toBe(0)
    await kit.online()
    await say(kit)
    await kit.toast('Transcription complete').waitFor()
  })

  it('a server with a model of its own is sent a WAV file', async () => {
    const uma = await newUser()
    await uma.context.route('**/api/capabilities', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), recordings: 'wav' } })
    })
    await uma.signUp()
    await uma.open('/voice')
    await uma.page.getByText('this server, which writes it down by itself').waitFor()
    await say(uma)
    await uma.toast('Transcription complete').waitFor()
    const bytes = service.requests[0]?.recording?.bytes ?? Buffer.alloc(0)
    expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
    expect([bytes.readUInt16LE(22), bytes.readUInt32LE(24), bytes.readUInt32LE(40)]).toEqual([1, 16_000, 32_000])
  })

  it('without a network what the browser wrote along is kept, once the person agreed that its maker may hear', async () => {
    const gus = await newUser()
    await recognising(gus, { words: 'panadol two tablets' })
    await gus.signUp()
    await gus.workerReady()
    await gus.open('/voice')
    const agree = gus.page.getByRole('switch', { name: 'Let this browser write down what you say' })
    await agree.waitFor()
    await gus.page.getByText('Your browser’s maker may receive this audio.').waitFor()
    expect(await agree.getAttribute('aria-checked')).toBe('false')
    await gus.offline()
    await say(gus)
    await gus.toast('Transcription failed').getByText('There is no connection').waitFor()
    expect(await transcript(gus).inputValue()).toBe('')

    await agree.click()
    await until(async () => (await agree.getAttribute('aria-checked')) === 'true', { what: 'consent' })
    await gus.page.reload()
    await agree.waitFor()
    await gus.page.getByText('There is no connection. This browser writes down what it can.').waitFor()
    expect(await agree.getAttribute('aria-checked')).toBe('true')
    await say(gus)
    await gus.toast('Transcription complete').waitFor()
    expect(await transcript(gus).inputValue()).toBe('panadol two tablets')
  })

  it('a microphone that is denied or not there is said', async () => {
    const hal = await atVoice()
    for (const [name, words] of [
      ['NotAllowedError', 'Allow the microphone in your browser'],
      ['NotFoundError', 'This device has no microphone'],
    ] as const) {
      await hal.page.evaluate((error) => {
        navigator.mediaDevices.getUserMedia = async () => {
          throw new DOMException('', error)
        }
      }, name)
      await button(hal, 'Start recording').click()
      await hal.toast('Microphone access denied').getByText(words).waitFor()
      await button(hal, 'Start recording').waitFor()
    }
  })
})

describe('the recogniser of the browser, alone', () => {
  it('listens on this device after one download, and nothing is recorded or sent', async () => {
    const pam = await withBrowserAlone({ words: SENTENCE, pack: { before: 'downloadable', after: 'available' } })
    const microphones = await watchMicrophones(pam)
    await pam.page.getByText('What you say then stays on this device.').waitFor()
    expect(await button(pam, 'Start recording').count()).toBe(0)
    await button(pam, 'Download language pack').click()
    await pam.page.getByText('This browser writes down what you say; the sound stays on this device.').waitFor()
    expect(await pam.page.getByRole('switch').count()).toBe(0)
    await say(pam)
    await pam.toast('Transcription complete').getByText('Transcribed by this browser. Please check it.').waitFor()
    expect(await transcript(pam).inputValue()).toBe(SENTENCE)
    expect(await listenedHere(pam)).toBe(1)
    expect(await microphones.evaluate((tracks) => tracks.length)).toBe(0)
    expect(service.requests).toEqual([])
  })

  it('a download is offered only with a connection, which it needs once', async () => {
    const sol = await withBrowserAlone({ pack: { before: 'downloadable', after: 'available' } })
    const download = button(sol, 'Download language pack')
    await download.waitFor()
    await sol.offline()
    await sol.page.getByText('There is no connection, and the download needs one once.').waitFor()
    expect(await download.count()).toBe(0)
    await sol.online()
    await download.click()
    await sol.page.getByText('This browser writes down what you say; the sound stays on this device.').waitFor()
  })

  it('a download that fails is told, and can be tried again', async () => {
    const quy = await withBrowserAlone({ pack: { before: 'downloadable', after: 'downloadable' } })
    await button(quy, 'Download language pack').click()
    await quy.toast('The language pack could not be downloaded').waitFor()
    expect(await button(quy, 'Download language pack').isEnabled()).toBe(true)
  })

  it('its errors are told in its own terms, and it can be tried again', async () => {
    const ria = await withBrowserAlone({ error: 'audio-capture' })
    await agree(ria)
    for (const [error, title, words] of [
      ['audio-capture', 'Microphone access denied', 'This device has no microphone that can be used'],
      ['not-allowed', 'Microphone access denied', 'Allow the microphone in your browser'],
      ['service-not-allowed', 'Transcription failed', 'does not let this page use its speech recognition'],
      ['language-not-supported', 'Transcription failed', 'has no language pack for English'],
      ['network', 'Transcription failed', 'needs the internet, and cannot reach it'],
      ['aborted', 'Transcription failed', 'was interrupted'],
      ['no-speech', 'Transcription failed', 'No words could be heard.'],
      ['some-new-error', 'Transcription failed', 'of this browser failed'],
    ] as const) {
      await ria.page.evaluate((next) => {
        Object.assign((window as unknown as { recogniserState: object }).recogniserState, { error: next })
      }, error)
      await button(ria, 'Start recording').click()
      await ria.toast(title).getByText(words).waitFor()
      await button(ria, 'Start recording').waitFor()
    }
    expect(service.requests).toEqual([])
  })

  it('one that never begins is given up after twenty seconds', async () => {
    const sol = await withBrowserAlone({ isSilent: true })
    await agree(sol)
    await button(sol, 'Start recording').click()
    await button(sol, 'Cancel').waitFor()
    await sol.page.clock.fastForward('00:20')
    await sol.toast('Transcription failed').getByText('did not begin').waitFor()
    await button(sol, 'Start recording').waitFor()
  })

  it('one that stops by itself keeps what it heard', async () => {
    const tom = await withBrowserAlone({ words: SENTENCE, isBrief: true })
    await agree(tom)
    await button(tom, 'Start recording').click()
    await tom.toast('Transcription complete').waitFor()
    expect(await transcript(tom).inputValue()).toBe(SENTENCE)
  })

  it('its error reaches a voice button too', async () => {
    const vic = await newUser()
    await withoutService(vic)
    await recognising(vic, { error: 'network' })
    await withPicture(vic)
    await button(vic, 'Say name, type and date').click()
    await vic.page.getByRole('switch', { name: 'Let this browser write down what you say' }).click()
    await vic.toast('Voice input failed').getByText('needs the internet, and cannot reach it').waitFor()
    await button(vic, 'Say name, type and date').waitFor()
  })
})

describe('documents by voice', () => {
  /** Opens the dialog that mails a new user's document. */
  async function atEmail(user: User): Promise<Locator> {
    await withPicture(user)
    await button(user, 'Upload').click()
    await user.toast('Document uploaded').waitFor()
    await fromDocumentMenu(user, 'Email')
    return user.dialog('Email Document')
  }

  it('type, name and date are said; the address of a mail is heard for 5 seconds', async () => {
    const lou = await newUser()
    await withPicture(lou)
    service.words = 'This is my referral to Doctor Lee from the 3rd of March 2026.'
    await button(lou, 'Say name, type and date').click()
    await lou.page.getByText('Listening, 15 s left').waitFor()
    await lou.page.clock.fastForward('00:01')
    await lou.page.getByRole('button', { name: /^Listening, 14 s left$/ }).click()
    await lou.toast('Transcription complete').waitFor()
    expect(await lou.page.getByLabel('Name').inputValue()).toBe('Referral to Doctor Lee')
    expect(await lou.page.getByLabel('Type').inputValue()).toBe('referral')
    expect(await lou.page.getByLabel('Date').inputValue()).toBe('2026-03-03')
    await button(lou, 'Upload').click()
    await lou.toast('Document uploaded').waitFor()

    service.words = 'Reception at eastside clinic dot com dot au'
    await fromDocumentMenu(lou, 'Email')
    const dialog = lou.dialog('Email Document')
    const asked = service.requests.length
    await dialog.getByRole('button', { name: 'Voice input' }).click()
    for (const left of [5, 4, 3, 2, 1]) {
      await dialog.getByText(`Listening, ${left} s left`).waitFor()
      await lou.page.clock.fastForward('00:01')
    }
    await lou.toast('Transcription complete').waitFor()
    expect(service.requests.length).toBe(asked + 1)
    expect(await dialog.getByLabel('Recipient email').inputValue()).toBe('reception@eastsideclinic.com.au')
  })

  it('on a server without a speech service the browser is asked for in place, and listens once the person agreed', async () => {
    const mia = await newUser()
    await withoutService(mia)
    await recognising(mia, { words: 'reception at eastside clinic dot com dot au' })
    const dialog = await atEmail(mia)
    const microphones = await watchMicrophones(mia)
    const speak = dialog.getByRole('button', { name: 'Voice input' })
    await speak.click()
    const agree = dialog.getByRole('switch', { name: 'Let this browser write down what you say' })
    await dialog.getByText('Your browser’s maker may receive this audio.').waitFor()
    expect(await agree.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
    expect(await microphones.evaluate((tracks) => tracks.length)).toBe(0)
    await mia.page.keyboard.press('Space')
    const listening = dialog.getByRole('button', { name: /^Listening, \d s left$/ })
    await listening.waitFor()
    expect(await listening.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
    expect(await agree.count()).toBe(0)
    await mia.page.clock.fastForward('00:05')
    await mia.toast('Transcription complete').waitFor()
    expect(await dialog.getByLabel('Recipient email').inputValue()).toBe('reception@eastsideclinic.com.au')
    expect(service.requests).toEqual([])

    await mia.open('/voice')
    await until(async () => (await mia.page.getByRole('switch', { checked: true }).count()) === 1, {
      what: 'the agreement on /voice',
    })
  })

  it('where neither the server nor the browser can, a mail’s dialog says so instead of offering it', async () => {
    const ned = await newUser()
    await withoutService(ned)
    await recognising(ned, null)
    const dialog = await atEmail(ned)
    await dialog.getByText('This server cannot turn speech into text: type the address, or scan it.').waitFor()
    await dialog.getByText('a microphone key').waitFor()
    expect(await dialog.getByRole('button', { name: 'Voice input' }).count()).toBe(0)
  })

  it('without words it says so, and what was typed stays', async () => {
    const max = await newUser()
    await withPicture(max)
    max.expectComplaint(/status of 503 .*\/api\/voice\/transcribe/)
    await max.page.getByLabel('Name').fill('Typed')
    service.instead = 500
    await button(max, 'Say name, type and date').click()
    await max.page.getByRole('button', { name: /^Listening, \d+ s left$/ }).click()
    await max.toast('Voice input failed').getByText('Could not transcribe audio').waitFor()
    expect(await max.page.getByLabel('Name').inputValue()).toBe('Typed')
  })
})

describe('text to speech', () => {
  it('offers the six voices and the speeds, and plays what it generates', async () => {
    const ivy = await atVoice()
    const voice = ivy.page.getByLabel('Voice', { exact: true })
    expect(await voice.inputValue()).toBe('alloy')
    expect(await voice.getByRole('option').allTextContents()).toEqual([
      'Alloy (Neutral)',
      'Echo (Male)',
      'Fable (British Male)',
      'Onyx (Deep Male)',
      'Nova (Female)',
      'Shimmer (Soft Female)',
    ])
    const speed = ivy.page.getByRole('slider', { name: 'Speed' })
    expect(await speed.evaluate(({ min, max, step, value }: HTMLInputElement) => [min, max, step, value])).toEqual([
      '0.25',
      '4',
      '0.25',
      '1',
    ])

    await button(ivy, 'Generate & Play').click()
    await ivy.toast('Please enter some text to convert to speech').waitFor()

    // The service does not speak, so this machine does.
    service.instead = 404
    await ivy.page.getByLabel('Reminder text').fill('Time to take Metformin')
    await voice.selectOption('onyx')
    await speed.fill('1.5')
    await button(ivy, 'Generate & Play').click()
    const player = ivy.page.getByLabel('The spoken reminder')
    await player.waitFor()
    expect(service.requests).toMatchObject([{ json: { voice: 'onyx', speed: 1.5 } }])
    await until(() => player.evaluate((audio: HTMLAudioElement) => audio.duration > 0.5), { what: 'audio' })
    await until(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime > 0), { what: 'sound' })

    await ivy.workerReady()
    await ivy.offline()
    await button(ivy, 'Generate & Play').click()
    await ivy.toast('TTS generation failed').waitFor()
  })
})

describe('/voice', () => {
  it('without Premium leads to the plans', async () => {
    const jon = await screens.user()
    await jon.signUp()
    await jon.context.route('**/api/auth/user', async (route) => {
      const answer = await route.fetch()
      const user: object = await answer.json()
      const plan = { subscriptionStatus: 'expired', subscriptionPlan: 'free', subscriptionEndsAt: null }
      await route.fulfill({ response: answer, json: { ...user, ...plan } })
    })
    await jon.open('/voice')
    await jon.page.getByRole('link', { name: 'See Premium' }).click()
    await jon.page.getByRole('heading', { name: 'Pricing', exact: true }).waitFor()
  })
})
