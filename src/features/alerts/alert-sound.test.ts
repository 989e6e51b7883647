import { describe, expect, it } from 'vitest'
import { AlertSound } from './alert-sound.ts'

/** A sound on fake time, with what happened at which millisecond. */
function soundOnFakeTime() {
  const heard: string[] = []
  let now = 0
  let pending: { at: number; run: () => void } | null = null
  const say = (what: string) => heard.push(`${what} ${now}`)
  const sound = new AlertSound({
    timers: {
      set: (run, ms) => {
        pending = { at: now + ms, run }
        return pending
      },
      clear: (handle) => {
        if (pending === handle) pending = null
      },
    },
    beat: () => say('beat'),
    silence: () => say('silence'),
    onPause: () => say('pause'),
    onChange: (isPlaying) => say(isPlaying ? 'on' : 'off'),
  })
  const advanceTo = (to: number) => {
    while (pending && pending.at <= to) {
      const { at, run } = pending
      pending = null
      now = at
      run()
    }
    now = to
  }
  return { sound, heard, advanceTo }
}

describe('alert sound', () => {
  it('plays 5 s, pauses 5 s, plays 5 s more, a beat every 0.8 s, then ends', () => {
    const { sound, heard, advanceTo } = soundOnFakeTime()
    sound.start()
    advanceTo(60_000)
    const beats = [0, 800, 1600, 2400, 3200, 4000, 4800]
    expect(heard).toEqual([
      'on 0',
      ...beats.map((at) => `beat ${at}`),
      'pause 5000',
      ...beats.map((at) => `beat ${at + 10_000}`),
      'off 15000',
    ])
  })

  it('stops at once and stays silent', () => {
    const { sound, heard, advanceTo } = soundOnFakeTime()
    sound.start()
    advanceTo(1000)
    sound.stop()
    advanceTo(60_000)
    expect(heard.slice(-2)).toEqual(['silence 1000', 'off 1000'])
    expect(heard).toHaveLength(5)
  })

  it('begins anew when it is started again', () => {
    const { sound, heard, advanceTo } = soundOnFakeTime()
    sound.start()
    advanceTo(12_000)
    sound.start()
    advanceTo(26_999)
    expect(heard.at(-1)).toBe('beat 26800')
    advanceTo(27_000)
    expect(heard.at(-1)).toBe('off 27000')
    expect(heard.filter((line) => line.startsWith('on'))).toHaveLength(1)
  })

  it('a stop when nothing plays does nothing', () => {
    const { sound, heard } = soundOnFakeTime()
    sound.stop()
    expect(heard).toEqual([])
  })
})
