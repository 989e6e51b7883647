import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import { supplyEventSchema } from '../records/new-supply-event.ts'
import { DEFAULT_SUPPLY } from '../supply/default-supply.ts'
import { at, day, sampleMedication } from '../testing/samples.ts'
import { type SupplyAct, supplyCommands, supplySaid } from './supply-verbs.ts'

const source = { now: () => at('2026-11-20 12:00'), randomBytes: (length: number) => new Uint8Array(length) }
const AMOUNTS = { unit: 'tablet', each: '1' as Amount }
const medicine = (supply?: Partial<typeof DEFAULT_SUPPLY>) =>
  sampleMedication(supply ? { supply: { ...DEFAULT_SUPPLY, ...supply } } : {}, [{ amounts: AMOUNTS }])
const refill = (fields: Partial<Extract<SupplyAct, { verb: 'refill' }>> = {}): SupplyAct => ({
  verb: 'refill',
  medication: medicine(),
  amount: '28' as Amount,
  expiresOn: null,
  ...fields,
})
const changesOf = (act: SupplyAct) =>
  supplyCommands(source, act).commands.flatMap(({ name, args }) => (name === 'medication.edit' ? [args.changes] : []))

describe('what a user does about a supply', () => {
  it.each<[SupplyAct['verb'], string]>([
    ['refill', 'added'],
    ['count', 'counted'],
    ['discard', 'discarded'],
  ])('%s is one event, which can be read back', (verb, kind) => {
    const { event } = supplyCommands(source, { ...refill(), verb } as SupplyAct)
    expect(supplyEventSchema.parse(event)).toMatchObject({ kind, amount: '28', undoes: null })
  })

  it('a refill uses up a repeat, where they are counted, and never more than there are', () => {
    expect(changesOf(refill())).toEqual([])
    expect(changesOf(refill({ medication: medicine({ repeatsLeft: 3 }) }))).toMatchObject([
      { supply: { repeatsLeft: 2 } },
    ])
    expect(changesOf(refill({ medication: medicine({ repeatsLeft: 0 }) }))).toEqual([])
  })

  it('the date on the pack is what counts from then on', () => {
    expect(changesOf(refill({ expiresOn: day('2027-03-01') }))).toEqual([
      { supply: { ...DEFAULT_SUPPLY, packExpiresOn: '2027-03-01' } },
    ])
  })

  it('an undo takes the event back and gives the repeat back', () => {
    const medication = medicine({ repeatsLeft: 3 })
    const { event } = supplyCommands(source, refill({ medication }))
    const undo: SupplyAct = { verb: 'undo', medication, event }
    expect(supplyCommands(source, undo).event).toMatchObject({ kind: 'undone', amount: null, undoes: event.id })
    expect(changesOf(undo)).toMatchObject([{ supply: { repeatsLeft: 3 } }])
    expect(changesOf({ ...undo, event: { ...event, kind: 'counted' } })).toEqual([])
  })

  it('an undo takes the date of its pack away again where nothing had been said about the supply before', () => {
    const medication = medicine()
    const { event } = supplyCommands(source, refill({ medication, expiresOn: day('2027-03-01') }))
    expect(changesOf({ verb: 'undo', medication, event })).toEqual([{ supply: null }])
    expect(changesOf({ verb: 'undo', medication, event: { ...event, expiresOn: null } })).toEqual([])
  })

  it('is an event alone for somebody who may log and change nothing', () => {
    const act = refill({ medication: medicine({ repeatsLeft: 2 }) })
    const { event, commands } = supplyCommands(source, act, { mayChange: false })
    expect(commands).toEqual([{ name: 'supply.record', args: event }])
    expect(supplySaid(act, { mayChange: false })).toEqual({ title: 'Metformin XR: 28 tablets added' })
  })

  it('is said in the unit that is counted', () => {
    expect(supplySaid(refill({ medication: medicine({ repeatsLeft: 2 }) }))).toEqual({
      title: 'Metformin XR: 28 tablets added',
      description: '1 repeat left',
    })
    expect(supplySaid({ ...refill(), verb: 'count', amount: '0.5' as Amount } as SupplyAct)).toEqual({
      title: 'Metformin XR: ½ tablet left',
    })
  })
})
