import { describe, expect, it } from 'vitest'
import { day } from '../testing/samples.ts'
import { type Pause, pauseAt, resumed, withPause } from './pauses.ts'

const pause = (from: string, to: string | null): Pause => ({ from: day(from), to: to === null ? null : day(to) })
const TODAY = day('2026-11-20')

describe('pauses', () => {
  it('hold both of their days, and every later one while they last', () => {
    const pauses = [pause('2026-11-20', '2026-11-22'), pause('2026-12-01', null)]
    const paused = ['2026-11-19', '2026-11-20', '2026-11-22', '2026-11-23', '2026-12-01', '2027-06-01'].filter((date) =>
      pauseAt(pauses, day(date)),
    )
    expect(paused).toEqual(['2026-11-20', '2026-11-22', '2026-12-01', '2027-06-01'])
  })

  it('that are over are left out when one is added', () => {
    const pauses = [pause('2026-11-01', '2026-11-19'), pause('2026-12-01', '2026-12-02')]
    expect(withPause(pauses, pause('2026-11-20', '2026-11-21'), TODAY)).toEqual([
      pause('2026-11-20', '2026-11-21'),
      pause('2026-12-01', '2026-12-02'),
    ])
  })

  it('end at once when resumed, and later ones stay', () => {
    const pauses = [pause('2026-11-18', null), pause('2026-12-01', '2026-12-02')]
    expect(resumed(pauses, TODAY)).toEqual([pause('2026-12-01', '2026-12-02')])
    expect(resumed([pause('2026-11-20', '2026-11-25')], TODAY)).toEqual([])
  })
})
