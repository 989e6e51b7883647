import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readLabel } from './label.ts'

const read = (text: string, today = '2026-11-22') => readLabel(text, { today: today as LocalDate })
const named = (text: string) =>
  read(text).medications.map(({ name, dosage, sources }) => [
    `${name}${sources.name?.confidence === 'guess' ? '?' : ''}`,
    dosage,
  ])
const directed = (text: string) =>
  read(text).medications.map(({ name, frequency, instructions }) => [name, frequency, instructions])

describe('a medication that is named again is not a second one', () => {
  it.each([
    ['the maker and the substance', 'APO-Ramipril 5mg\nRamipril 5 mg\nTake ONE daily', [['APO-Ramipril?', '5 mg']]],
    ['the same line twice', 'CEFALEXIN 500MG\nCEFALEXIN 500MG\nTake one daily', [['Cefalexin', '500 mg']]],
    ['read once more with other letters', 'Sertraline 50mg\nSertralme 50mg\nTake one daily', [['Sertraline', '50 mg']]],
    ['with its salt', 'BTC Amlodipine 5mg\namlodipine 5 mg (as besilate)', [['Amlodipine', '5 mg']]],
  ])('%s', (_what, text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  it.each([
    ['another strength', 'Ramipril 5mg\nRamipril 10mg'],
    ['another release', 'Metformin 500mg\nMetformin XR 500mg'],
    ['directions of its own', 'Prednisolone 5mg\nTake 2 mane\nPrednisolone 5mg\nTake 1 nocte'],
    [
      'another amount at another time',
      'Prednisolone 5mg\nTake 2 tablets in the morning with food\nPrednisolone 5mg\nTake 1 tablet in the evening with food',
    ],
    [
      'another amount',
      'Prednisolone 5mg\nTake 2 tablets in the morning with food\nPrednisolone 5mg\nTake 1 tablets in the morning with food',
    ],
    ['another substance', 'Atorvastatin 20mg\nRosuvastatin 20mg'],
    ['a substance with nearly the same name', 'Prednisone 5mg\nPrednisolone 5mg'],
  ])('%s is a second one', (_what, text) => {
    expect(read(text).medications).toHaveLength(2)
  })

  it('neither is a sheet that says the same twice, directions and all', () => {
    const once = 'Paracetamol (P 650 mg\nDosage: 1 tablet every 4 6 hours'
    const again = 'Paracetamol IP 650 mg\nDosage: 1 tablet every 4 - 6 hours.'
    expect(directed(`${once}\nExcipients\n${again}`).map(([name, frequency]) => [name, frequency])).toEqual([
      ['Paracetamol', 'every 4 to 6 hours'],
    ])
  })

  it('the directions below both are those of the one', () => {
    expect(directed('20 TAB Sandoz-Ondansetron ODT 8mg\nOndansetron 8mg Drug Exp:\nTAKE 1 TABLET TWICE DAILY')).toEqual(
      [['Sandoz-Ondansetron ODT', 'twice daily', 'TAKE 1 TABLET TWICE DAILY']],
    )
  })

  it('an unknown brand above its substance is asked about', () => {
    const [one, ...more] = read('7 TAB Zyxolan 20mg\nBilastine 20mg\nTAKE 1 TABLET ONCE DAILY').medications
    expect([one?.name, one?.frequency, one?.sources.name?.confidence, more]).toEqual([
      'Zyxolan',
      'once daily',
      'guess',
      [],
    ])
    expect(one?.asks).toContain('Bilastine 20mg')
  })
})

describe('what a maker prints', () => {
  it.each([
    ['a pharmacopoeia', 'Telmisartan Tablets IP 20 mg', [['Telmisartan', '20 mg']]],
    ['a pharmacopoeia in pieces', 'Tranexamic Acid Tablets I P 500mg', [['Tranexamic Acid', '500 mg']]],
    ['a misread one', 'Tranexamic Acid Tablets TP 500mg', [['Tranexamic Acid', '500 mg']]],
    ['a misread salt', 'Cetirizine Hydrochlonde 10mg', [['Cetirizine Hydrochloride?', '10 mg']]],
    ['a speck behind the name', 'desvenlafaxine e 50mg', [['desvenlafaxine', '50 mg']]],
    ['the number of the strength beside the name', 'AMBIEN 5    5mg', [['Ambien', '5 mg']]],
    ['a salt with an I for an l', 'Ranitidine HCI 150mg', [['Ranitidine HCl', '150 mg']]],
    ['a vitamin keeps its letter', 'Vitamin D 1000 units', [['Vitamin D', '1000 units']]],
    [
      'what a tablet contains',
      'PRESCRIPTION ONLY MEDICINE\nEach tablet contains\n150 mg armodafinil',
      [['armodafinil', '150 mg']],
    ],
    ['a count with its form misread', '12 6aplets (500mg paracetamol)', [['paracetamol', '500 mg']]],
  ])('%s', (_what, text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  it.each([
    [
      'Mefenix   Mefenix   Mefe\n250mg   250 mg   250mg\nMefenamic Acid   Mefenamic Acid   Mefenamic',
      'Mefenix',
      '250 mg',
    ],
    ['Naproxen (as sodium) 500 mg Naproxen (as sodium) 500 mg', 'Naproxen', '500 mg'],
  ])('a sheet repeats its print side by side: %s', (text, name, dosage) => {
    expect(read(text).medications).toMatchObject([{ name, dosage }])
  })

  it('a table with the same count twice keeps both', () => {
    expect(directed('Metformin 500mg tablets\nMorning   1 tablet   Night   1 tablet')[0]?.[2]).toContain('Night')
  })

  it('an unknown name beside a known one of the same strength is the same, and asked about', () => {
    const package_ = 'Zyxolan 665\nZYXOLA Caplet 665mg\n24 caplets\nEach caplet contains\n665mg paracetamol'
    expect(named(package_)).toEqual([['paracetamol?', '665 mg']])
    expect(named('Zyxolan 20mg\nAtorvastatin 20mg')).toHaveLength(2)
  })

  it('what is left of other print is no second medicine', () => {
    const left = 'eaplets 200mg\nmaximcn 6 (400mg'
    expect(named(`16 caplets\nIbuprofen 200 mg\n${left}`)).toEqual([['Ibuprofen?', '200 mg']])
  })

  it('a product nobody knows stays beside a known one of another strength', () => {
    expect(named('30 tablets\nZyxoQ10 100mg\nVitamin E 400mg')).toHaveLength(2)
  })

  it('a device is part of the name', () => {
    expect(named('Ventolin Evohaler 100 micrograms')).toEqual([['Ventolin Evohaler', '100 mcg']])
  })

  it('what each tablet contains is one medicine', () => {
    const lines = 'Chlorpheniramine Maleate 4mg\nPhenylephrine Hydrochloride 10mg\nParacetamol 500mg'
    expect(named(`Each uncoated tablet contains:\n${lines}`)).toEqual([
      ['Chlorpheniramine Maleate / Phenylephrine Hydrochloride / Paracetamol?', '4 mg/10 mg/500 mg'],
    ])
    expect(named(lines)).toHaveLength(3)
  })

  it('a known product is read beside what the maker says of it', () => {
    expect(named('Fast effective relief of\nPanadol   headache, pain and fever')).toEqual([['Panadol?', '']])
  })

  it('the beginning of the next word makes a name a guess', () => {
    expect(named('Ibuprofen Ad\n200 mg')).toEqual([['Ibuprofen?', '200 mg']])
    expect(named('IBUPROFEN SR 800mg')).toEqual([['Ibuprofen SR', '800 mg']])
  })

  it('its dosage may be directions', () => {
    expect(directed('Paracetamol 650 mg\nDosage: 1 tablet every 4-6 hours')[0]?.[1]).toBe('every 4 to 6 hours')
    expect(named('Paracetamol\nDosage: 650 mg')).toEqual([['Paracetamol', '650 mg']])
  })

  it('of several, one without directions is a guess: it may be a part of another', () => {
    expect(named('Paracetamol 650mg\nTake one daily\nCaffeine 50mg')).toEqual([
      ['Paracetamol', '650 mg'],
      ['Caffeine?', '50 mg'],
    ])
  })

  it('the pen of another product is no part of a name', () => {
    expect(named('FlexPen   atorvastatin 80 mg')).toEqual([['FlexPen atorvastatin?', '80 mg']])
    expect(named('sodium valproate 200mg')).toEqual([['sodium valproate', '200 mg']])
  })

  it('a known name alone stands for one that could not be read', () => {
    expect(named('Zyrtec\nCOMPOSITION\nCatrint Hrdroe 10mg')).toEqual([['Zyrtec?', '10 mg']])
  })

  it('a known name is read where its strength is not', () => {
    expect(named('NOVARTIS\nOmep razole   20\nCapsules')).toEqual([['Omeprazole?', '']])
  })

  it('small print is no directions', () => {
    const text = 'Telmisartan 20 mg\nMos isatingpsp hs /w/977'
    expect(directed(text)).toEqual([['Telmisartan', '', '']])
  })

  it('a range of strengths is asked about', () => {
    expect(read('Paracetamol 500mg-1000mg').medications[0]?.sources.dosage?.confidence).toBe('guess')
  })

  it.each(['DOCTOR RECOMMENDED', "Dr. Reddy's Laboratories"])('%s prescribes nothing', (line) => {
    expect(read(`Telmisartan 20 mg\n${line}`).doctor).toBeNull()
  })
})

describe('what the camera tore apart', () => {
  it.each([
    ['A TENOL OL 100 MG TABLET', 'Atenolol'],
    ['napr ox en 220mg tablets', 'naproxen'],
  ])('%s', (text, name) => {
    expect(read(text).medications.map((one) => [one.name, one.sources.name?.confidence])).toEqual([[name, 'guess']])
  })

  it('the verb of directions', () => {
    expect(directed('Atenolol 50mg\nT AKE 1 TABLET DAILY')[0]?.[1]).toBe('once daily')
  })

  it('words of their own stay apart', () => {
    expect(named('Vitamin B 12 1000mcg')).toEqual(named('Vitamin B 12 1000 mcg'))
    expect(read('Take 1 tab let it dissolve').medications).toEqual([])
  })
})

describe('the edge of a bottle hides the end of a line', () => {
  it.each([
    ['EVERY 6 HOURS AS NE\nFOR PAIN', 'every 6 hours when needed'],
    ['EVERY 6 HOURS AS\nFOR PAIN', 'every 6 hours when needed'],
  ])('%s', (lines, frequency) => {
    const [one] = read(`TAKE 1 TABLET BY MO\n${lines}\nAPO-IBUPROFEN 600MG`).medications
    expect([one?.frequency, one?.sources.frequency?.confidence]).toEqual([frequency, 'guess'])
    expect(one?.instructions).toContain('by mouth')
    expect(one?.asks.join()).toContain('BY MO')
  })

  it.each([
    ['Prednisone 20MGT\nTAKE 2 TABLETS DAILY', 'Prednisone', '20 mg'],
    ['HYDROXYZINE HCL 10MG TABL\nTAKE 1 TABLET DAILY', 'Hydroxyzine HCL', '10 mg'],
    ['NAPROXEN 500MG1\nTAKE 1 TABLET DAILY', 'Naproxen', '500 mg'],
    ['DESMOPRESSIN 0.2M\nTAKE 1 TABLET DAILY', 'Desmopressin', '0.2'],
    ['HYDROCODONE/ACETAMI\nTAKE 1 TABLET DAILY', 'Hydrocodone/Acetaminophen', '1 tablet'],
    ['DOXYCYCLINE MONOHYDRAT\nTAKE 1 TABLET DAILY', 'Doxycycline Monohydrate', '1 tablet'],
    ['Amoxicillin 500\nCapsules   mg', 'Amoxicillin', '500 mg'],
    ['BROMPHEN/PSEUDO/DEXTRO\nMFG PERRIGO\nTAKE 5 ML FOUR TIMES DAILY', 'Bromphen/Pseudo/Dextro', '5 ml'],
  ])('a name or a strength: %s', (text, name, dosage) => {
    expect(read(text).medications).toMatchObject([{ name, dosage }])
  })

  it.each([
    ['TAKE 2 TABLETS BY MOUTHE\nMORNING', 'every MORNING'],
    ['TAKE 1 TABLET EVERY NIGHT ATBEDTIM', 'at bedtime'],
    ['TAKE 1 TABLET EVERY 6 1U 8 HOURS', '6 to 8 HOURS'],
  ])('directions: %s', (lines, expected) => {
    const [one] = read(`Baclofen 10mg\n${lines}`).medications
    expect(one?.instructions).toContain(expected)
    expect(one?.sources.instructions?.confidence).toBe('guess')
  })

  it('what follows times a day may be only its end', () => {
    const [one] = read('Clindamycin 300mg\nTAREF CAPS DE BYMORU1H\nTHREE TIMES DAILY FOR 10 DAYS').medications
    expect(one?.sources.instructions?.confidence).toBe('guess')
  })

  it.each([
    '20417 WILLOWFERN DR OAKDALE TX',
    '204 7WLLO WFER RN DR OAKDALE',
    'Z041 WLLOWFEPN DR OAKDALE',
    '20417 WIL6OWFERN DR. OAKDALETX',
    'NO REFILLS - DR. AUTH REQUIRED',
  ])('%s: no doctor', (line) => {
    expect(read(`Baclofen 10mg\n${line}`).doctor).toBeNull()
  })

  it.each([
    ['Walgreens', 'Walgreens', 'sure'],
    ['@algreeus', 'Walgreens', 'guess'],
  ])('a chain by its logo: %s', (line, value, confidence) => {
    expect(read(`Baclofen 10mg\n${line}`).pharmacy).toMatchObject({ value, confidence })
  })

  it('what a tablet looks like is no medicine', () => {
    expect(named('HYDROXYZINE HCL 25MG\nROUND WHITE TABLET Side 1: 50')).toEqual([['Hydroxyzine HCL', '25 mg']])
  })

  it('a date without the end of its year is none', () => {
    expect(read('Lansoprazole 30mg\nDR. M. Bolotu   Apr 01 2').date).toBeNull()
  })

  it('a day whose digits were read apart is one day', () => {
    expect(read('Ondansetron 4mg\nDr Lee   WC   1 9-Jan-2023', '2023-02-01').date).toMatchObject({
      value: '2023-01-19',
      confidence: 'guess',
    })
  })

  it('a surname with a word behind it is asked about: it may be the given name or the town', () => {
    expect(read('Metformin 500mg\nDr. Marlowe, Tavish').doctor).toMatchObject({
      value: 'Dr Marlowe',
      confidence: 'guess',
    })
  })
})
