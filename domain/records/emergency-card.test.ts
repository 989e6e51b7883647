import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ENGLISH, languageOf } from '../language/languages.ts'
import { speakThrough, translatorOf } from '../language/translate.ts'
import type { Amount } from '../lib/amount.ts'
import type { LocalDate } from '../lib/local-time.ts'
import { day, sampleMedication } from '../testing/samples.ts'
import { cardMedicines, cardText, EMPTY_EMERGENCY, type EmergencyCard, QR_BYTES } from './emergency-card.ts'
import { emergencySchema } from './emergency-schema.ts'
import type { ListedMedication } from './medication.ts'

const CARD: EmergencyCard = {
  ...EMPTY_EMERGENCY,
  name: 'Ada Lane',
  dateOfBirth: '1950-03-02' as LocalDate,
  allergies: 'Penicillin',
  conditions: 'Epilepsy',
  bloodGroup: 'O-',
  contacts: [{ name: 'Ben', relation: 'son', phone: '+61 400 000 000' }],
  medicines: ['Warfarin 5 mg: 8:00 AM'],
  date: '2026-11-27' as LocalDate,
}

describe('the text of the card', () => {
  it('has what was typed and what is taken, and nothing for what was left empty', () => {
    expect(cardText(CARD).split('\n')).toEqual([
      'EMERGENCY CARD: Ada Lane',
      'Born Mar 2, 1950',
      'Blood group O-',
      'Allergies: Penicillin',
      'Conditions: Epilepsy',
      'Call Ben (son): +61 400 000 000',
      '- Warfarin 5 mg: 8:00 AM',
      'As of Nov 27, 2026',
    ])
    const empty = { ...CARD, ...EMPTY_EMERGENCY, dateOfBirth: null, medicines: [] }
    expect(cardText(empty).split('\n')).toEqual(['EMERGENCY CARD: Ada Lane', 'As of Nov 27, 2026'])
  })

  it('keeps allergies and contacts before medicines when there is no room, and says that there is more', () => {
    const medicines = Array.from({ length: 40 }, (_, index) => `Medicine ${index} 100 mg: 8:00 AM, 8:00 PM`)
    const text = cardText({ ...CARD, medicines })
    expect(text).toContain('Allergies: Penicillin')
    expect(text).toContain('+61 400 000 000')
    expect(text.split('\n').at(-1)).toBe('More on the card itself')
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(QR_BYTES)
  })

  it('never has more bytes than the code holds, and only whole lines', () => {
    const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }).filter((text) => !/[\r\n]/.test(text))
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 30 }),
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        (medicines, allergies) => {
          const text = cardText({ ...CARD, medicines, allergies })
          expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(QR_BYTES)
          const whole = cardText({ ...CARD, medicines, allergies }, Number.POSITIVE_INFINITY).split('\n')
          for (const shown of text.split('\n')) expect([...whole, 'More on the card itself']).toContain(shown)
        },
      ),
    )
  })
})

describe('the medicines of the card', () => {
  it('are those taken now: nothing stopped, paused, or planned for later', () => {
    const today = day('2026-11-27')
    const listed = (name: string, fields: Partial<ListedMedication> = {}): ListedMedication => ({
      ...sampleMedication({ name, dosage: '5 mg' }),
      isActive: true,
      startDate: null,
      ...fields,
    })
    const lines = cardMedicines(
      [
        listed('Warfarin'),
        listed('Old', { isActive: false }),
        listed('Paused', { pauses: [{ from: day('2026-11-20'), to: null }] }),
        listed('Later', { startDate: day('2026-11-28') }),
      ],
      today,
    )
    expect(lines).toEqual([expect.stringMatching(/^Warfarin 5 mg: /)])
  })

  it('keep the name apart from an amount in words of a language from right to left', () => {
    const english = translatorOf(ENGLISH)
    const arabic = translatorOf(languageOf('ar'))
    speakThrough(() => arabic)
    onTestFinished(() => speakThrough(() => english))
    const warfarin: ListedMedication = {
      ...sampleMedication({ name: 'Warfarin', dosage: '' }),
      amounts: { unit: 'tablet', each: '2' as Amount },
      isActive: true,
      startDate: null,
    }
    expect(cardMedicines([warfarin], day('2026-11-27'))[0]).toContain('\u2068Warfarin\u2069 ')
  })
})

describe('what is typed', () => {
  it.each([
    [{ ...EMPTY_EMERGENCY, bloodGroup: 'C+' }, 'bloodGroup'],
    [{ ...EMPTY_EMERGENCY, allergies: 'x'.repeat(401) }, 'allergies'],
    [{ ...EMPTY_EMERGENCY, contacts: [{ name: '', relation: '', phone: '123' }] }, 'contacts'],
    [{ ...EMPTY_EMERGENCY, contacts: [{ name: 'Ben', relation: '', phone: 'call me' }] }, 'contacts'],
    [{ ...EMPTY_EMERGENCY, contacts: Array(5).fill({ name: 'Ben', relation: '', phone: '123' }) }, 'contacts'],
  ])('is refused with the field that is wrong (%#)', (typed, field) => {
    expect(emergencySchema.safeParse(typed).error?.issues[0]?.path[0]).toBe(field)
  })
})
