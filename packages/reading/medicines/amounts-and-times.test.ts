import { describe, expect, test } from 'vitest'
import { readAppointment } from '../appointments/appointments.ts'
import type { LocalDate } from '../calendar.ts'
import { readMedication } from './medications.ts'

const TODAY = '2026-11-20' as LocalDate
const read = (text: string) => readMedication(text, TODAY)
/** `07:00` is sure, `07:00?` a guess. */
const times = (text: string) =>
  read(text).reminderTimes.map(({ value, confidence }) => (confidence === 'sure' ? value : `${value}?`))
/** With what is asked about the amount. */
const dosage = (text: string) => {
  const { dosage: said, asks: all } = read(text)
  const asks = all.filter((ask) => !/how often|on all these days|taken every day|taken only/i.test(ask))
  return said && [said.confidence === 'sure' ? said.value : `${said.value}?`, asks.join(' ')]
}

describe('how much of a medicine is no time of day', () => {
  test.each([
    ['escitalopram 20 every morning'],
    ['lipitor 20 daily'],
    ['targin twenty ten'],
    ['jardiance ten every morning'],
    ['insulin 22 in the morning and 10 at night'],
    ['crestor twenty oh no ten milligrams at bedtime'],
    ['oxycontin ten milligrams in the morning and twenty at night'],
    ['lactulose fifteen mil at night'],
    ['two puffs of symbicort two hundred over six in the morning'],
    ['seretide 250 slash 25 in the morning'],
    ['increase jardiance from 10 to 20 daily'],
    ['jardiance five to ten at night'],
    ['olmetec 20 5 in the morning'],
    ['10 mils in the morning and 15 at night'],
    ['letrozole daily till 2030'],
    ['panadol one in the morning and two at night'],
  ])('%s: no time', (text) => {
    expect(times(text)).toEqual([])
  })

  test.each([
    ['metformin at 8 and 20', ['08:00?', '20:00']],
    ['lipitor 20 10 pm', ['22:00']],
    ['lipitor forty eight pm', []],
    ['lantus ten units ten pm', ['22:00']],
    ['lantus 10 10 pm', ['22:10?']],
    ['take it 8 in the morning and 8 at night', ['08:00?', '20:00']],
    ['5 mg at 8 in the morning and 8 at night', ['08:00', '20:00']],
    ['5 mg at 8 in the morning and 20 at night', ['08:00', '20:00?']],
    ['one tablet around 8 in the morning', ['08:00']],
    ['ramipril 5 mg 7 in the morning', ['07:00?']],
    ['start at 20', ['20:00?']],
    ['1 at 8 in the morning and 2 at 8 at night', ['08:00', '20:00']],
    ['2 puffs 4 hourly from 6 am to 10 pm', ['06:00?', '22:00?']],
    ['twenty to nine in the evening', ['20:40']],
    ['at 6 12 6 and 12', ['00:00?', '06:00?', '12:00?', '18:00?']],
    ['aspirin at nine, no, ten in the morning', ['10:00']],
    ['lasix 40 at 8 and 20 at 2', ['08:00?', '14:00?']],
    ['lasix 40 at 8 am and 20 with lunch', ['08:00', '20:00?']],
    ['targin 20 10 8 am and 8 pm', ['08:00', '20:00']],
    ['8 am on weekdays and 9 am on weekends', ['08:00?', '09:00?']],
    ['8 am monday and 9 am tuesday', ['08:00?', '09:00?']],
    ['at 8 am for a week then 9 am', ['08:00?', '09:00?']],
    ['at 8 am and 8 pm for a week', ['08:00', '20:00']],
    ['at 8 am on Monday and Wednesday', ['08:00']],
    ['aspirin between 8 and 9 am', ['09:00?']],
    ['aspirin at 8 or 9 pm', ['20:00?', '21:00?']],
    ['at oh seven hundred and nineteen hundred', ['07:00', '19:00']],
    ['sertraline at sixteen hundred', ['16:00?']],
    ['every arvo at 3 30', ['15:30']],
    ['aspirin at three in the arvo', ['15:00']],
  ])('%s: %j', (text, expected) => {
    expect(times(text)).toEqual(expected)
  })

  test.each([
    ['at six nine twelve three and six', ['06:00?', '09:00?', '12:00?', '15:00?', '18:00?']],
    ['at six twelve six and ten', ['06:00?', '12:00?', '18:00?', '22:00?']],
    ['at 7 30 12 30 and 6', ['07:30?', '12:30?', '18:00?']],
    ['at half past six ten thirty half past two and half past six at night', ['06:30?', '10:30?', '14:30?', '18:30']],
  ])('one after the other: %s', (text, expected) => {
    expect(times(text)).toEqual(expected)
  })

  test('what may be a time or an amount is asked', () => {
    expect(read('ramipril 5 mg 7 in the morning').asks).toEqual(['Is “7 in the morning” a time or an amount?'])
    expect(read('aspirin maybe at 8 pm').asks).toEqual(['Is “8 pm” the right time?'])
  })
})

describe('several doses are no sure dose', () => {
  test.each([
    ['8 units with breakfast 10 with lunch 12 with dinner', '8 units?', '“8 units”, “10” and “12”'],
    ['10 mg in the morning and twenty at night', '10 mg?', '“10 mg” and “20”'],
    ['5 mg on weekdays and 6 mg on weekends', '5 mg?', '“5 mg” and “6 mg”'],
    ['100 mcg monday to saturday and 200 on sunday', '100 mcg?', '“100 mcg” and “200”'],
    ['two tablets straight away then one every day', '2 tablets?', '“2 tablets” and “1”'],
    ['50 mg for a week then 25 mg', '50 mg?', '“50 mg” and “25 mg”'],
    ['500 mg on day one then 250 mg daily for four days', '500 mg?', '“500 mg” and “250 mg”'],
    ['i think its 200 maybe 300 milligrams', '300 mg?', '“200” and “300 milligrams”'],
    ['twenty five or fifty milligrams', '25 mg?', '“25” and “50 milligrams”'],
    ['500 mg in the morning and a gram at night', '500 mg?', '“500 mg” and “a gram”'],
    ['40 mg at eight am and twenty at two pm', '40 mg?', '“40 mg” and “20”'],
    ['0.5 mg half in the morning and one at night', '0.5 mg?', '“0.5 mg”, “half” and “1”'],
    ['50 mg for 7 days, increasing to 100 mg', '100 mg?', '“50 mg” and “100 mg”'],
    ['5 mg or 10 mg daily', '5 mg?', '“5 mg” and “10 mg”'],
    ['500 mg one in the morning and two at night', '500 mg?', '“500 mg”, “1” and “2”'],
    ['500 mg two at night', '500 mg?', '“500 mg” and “2”'],
  ])('%s: %s', (text, value, said) => {
    expect(dosage(text)).toEqual([value, `${said} were said. How much is taken each time?`])
  })

  test.each([
    ['25 mg for a week then stop', '25 mg?', 'Something else comes after “25 mg”. How much is taken each time?'],
    ['between 10 and 20 mg', '20 mg?', 'Is “20 mg” the right amount?'],
    ['increase to 20 mg after a week', '20 mg?', 'Is “20 mg” the right amount?'],
    ['maybe 20 mg', '20 mg?', 'Is “20 mg” the right amount?'],
    ["20 mg daily I'm not sure", '20 mg?', 'Is “20 mg” the right amount?'],
  ])('%s: asked', (text, value, ask) => {
    expect(dosage(text)).toEqual([value, ask])
  })

  test.each([
    ['two puffs in the morning and two at night', '2 puffs'],
    ['20 mg take one in the morning', '20 mg'],
    ['1 g in the morning and 1000 mg at night', '1 g'],
    ['2.5 mg tablets take four once a week', '2.5 mg, 4 tablets'],
    ['20 mg tablets two at night', '20 mg, 2 tablets'],
    ['5 mg at bedtime on 5 December', '5 mg'],
    ['one or two tablets daily', '1-2 tablets'],
    ['five to ten milligrams daily', '5-10 mg'],
    ['50 mg daily max 400 mg a day', '50 mg'],
    ['250 mg per 5 ml take 10 ml', '10 ml'],
    ['hundred micrograms daily', '100 mcg'],
    ['hundred and fifty micrograms daily', '150 mcg'],
    ['50 mcg for five days actually seven', '50 mcg'],
    ['10 mg twice a day no three', '10 mg'],
    ['half a milligram weekly', '0.5 mg'],
    ['one gram four times a day for the next three days', '1 g'],
    ['7 mills at night', '7 ml'],
  ])('%s: %s, sure', (text, value) => {
    expect(dosage(text)?.[0]).toBe(value)
  })

  test.each([
    ['mix twenty five eighteen units', '18 units?', 'eighteen units'],
    ['take it at eight ten milligrams', '10 mg?', 'ten milligrams'],
    ['iron tablet one every tuesday', '1 tablet?', 'tablet one'],
    ['it is a small white tablet once a day', '1 tablet?', 'a small white tablet'],
  ])('%s: %s', (text, value, words) => {
    expect(dosage(text)?.[0]).toBe(value)
    expect(read(text).dosage?.words).toBe(words)
  })
})

describe('a strength and how many of it', () => {
  test.each([
    ['warfarin 1 mg two tablets at night', '1 mg, 2 tablets', ''],
    ['sertraline 50 mg half a tablet in the morning', '50 mg, 0.5 tablet', ''],
    ['furosemide 40 mg one and a half tablets in the morning', '40 mg, 1.5 tablets', ''],
    ['paracetamol 500 mg one or two tablets as needed', '500 mg, 1-2 tablets', ''],
    ['methotrexate 2.5 mg take four tablets once a week', '2.5 mg, 4 tablets', ''],
    ['perindopril 5 mg one tablet daily', '5 mg', ''],
    ['half a tablet of atenolol 50 mg daily', '0.5 tablet', '“50 mg” was said too. Is that the strength of each?'],
    ['two 500 mg paracetamol tablets daily', '2 tablets', '“500 mg” was said too. Is that the strength of each?'],
    [
      'prednisolone 5 mg two tablets in the morning and one tablet at night',
      '5 mg?',
      '“2 tablets” and “1 tablet” were said. How much is taken each time?',
    ],
    ['lactulose 10 cc at night', '10 ml?', '“cc” is easily misread. Does it mean millilitres?'],
  ])('%s: %s', (text, value, ask) => {
    expect(dosage(text)).toEqual([value, ask])
  })

  test.each([
    ['lipitor 20 every morning', '“20” was said without a unit. How strong is it?'],
    ['amoxicillin 500 three times a day', '“500” was said without a unit. How strong is it?'],
    ['dolo 650 one tablet as needed', '“650” was said without a unit. How strong is it?'],
  ])('%s: a strength without a unit is asked', (text, ask) => {
    expect(read(text).asks).toEqual([ask])
  })

  test.each([
    ['aspirin 2 every morning'],
    ['aspirin 8 pm daily'],
    ['vitamin b 12 every morning'],
    ['aspirin 20 mg daily'],
  ])('%s: no strength without a unit', (text) => {
    expect(read(text).asks).toEqual([])
  })
})

describe('times that stand together', () => {
  test.each([
    ['carbamazepine 8am 12 4pm and 8pm', ['08:00', '12:00', '16:00', '20:00']],
    ['carbamazepine at 7 am 1 and 9 pm', ['07:00', '13:00', '21:00']],
    ["symbicort at 8 o'clock morning and night", ['08:00', '20:00?']],
    ['symbicort at 8 in the morning and at night', ['08:00']],
  ])('%s: %j', (text, expected) => {
    expect(times(text)).toEqual(expected)
  })
})

describe('words that are no names', () => {
  test.each([['the dog was at the vet today'], ['i take the pink ones twice a day'], ['one powder when needed']])(
    '%s',
    (text) => {
      expect(read(text).name).toBeNull()
    },
  )

  test.each([
    ['tylenol extra strength two caplets every six hours', 'tylenol extra strength'],
    ['b twelve injection once a month', 'b 12'],
    ['glycomet gp one one tablet twice daily', 'glycomet gp'],
  ])('%s: %s', (text, name) => {
    expect(read(text).name).toMatchObject({ value: name, confidence: 'sure' })
  })
})

describe('another product than the known one', () => {
  test.each([
    ['humalog mix twenty five eighteen units', 'humalog mix', 'guess'],
    ['humalog eighteen units', 'humalog', 'sure'],
    ['doxycycline hyclate 100 milligrams', 'doxycycline hyclate', 'sure'],
    ['seretide two hundred and fifty slash twenty five two puffs', 'seretide', 'sure'],
    ['lactulose fifteen mil at night', 'lactulose', 'sure'],
    ['estradot patch fifty micrograms', 'estradot', 'sure'],
    ['norspan patch ten micrograms every seven days', 'norspan', 'sure'],
    ['i think its called lexapro ten milligrams', 'lexapro', 'guess'],
    ['panadol or nurofen two tablets', 'panadol', 'guess'],
  ])('%s: %s, a %s', (text, value, confidence) => {
    expect(read(text).name).toMatchObject({ value, confidence })
  })
})

describe('the time of a visit', () => {
  const time = (text: string) => {
    const said = readAppointment(text, TODAY).appointmentTime
    return said && (said.confidence === 'sure' ? said.value : `${said.value}?`)
  }
  test.each([
    ['doctor garcia half three on friday', '15:30'],
    ['on sixteenth december twelve thirty', '12:30'],
    ['on monday thirtieth november sixteen hundred', '16:00'],
    ['at two thirty tomorrow arvo', '14:30'],
    ['at eight thirty doctor zhang', '08:30'],
    ['stress test tuesday at one dont eat', '13:00'],
    ['at eighteen fifteen with doctor rao', '18:15'],
    ['monday 8 in the morning', '08:00'],
    ['at 12 collins street on friday', null],
    ['suite 14 on friday', null],
  ])('%s: %s', (text, expected) => {
    expect(time(text)).toBe(expected)
  })

  test('a phone number said digit by digit', () => {
    expect(readAppointment('call one three double zero five five five one two three', TODAY).phoneNumber?.value).toBe(
      '1300555123',
    )
  })
})
