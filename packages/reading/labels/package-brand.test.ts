import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readLabel } from './label.ts'

const read = (text: string) => readLabel(text, { today: '2026-11-30' as LocalDate }).medications
const named = (text: string) =>
  read(text).map(({ name, dosage, sources }) => [`${name}${sources.name?.confidence === 'guess' ? '?' : ''}`, dosage])

describe('what a product contains, listed below its name on its package, is that product', () => {
  it.each([
    ['a known one', 'Dorflex\ndipirona 300 mg\ncafeina 50 mg\n36 comprimidos', [['Dorflex?', '300 mg/50 mg']]],
    [
      'right above, one that nobody knows',
      'Zyxolan\nAspirin 250 mg\nCaffeine 65 mg\n20 tablets',
      [['Zyxolan?', '250 mg/65 mg']],
    ],
    ['on one line', 'Cimegripe\ncloridrato de fenilefrina4 mg . paracetamol 400 mg\n20 CAPSULAS', [['Cimegripe?', '']]],
    [
      'beside what the maker says',
      'NALDECON   ECONOMICA\nAspirin 250 mg\nCaffeine 65 mg\n20 tablets',
      [['Naldecon?', '250 mg/65 mg']],
    ],
  ])('%s', (_what, text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  it('the user is asked', () => {
    const [only] = read('Dorflex\ndipirona 300 mg\ncafeina 50 mg\n36 comprimidos')
    expect(only?.asks).toEqual(['dipirona, cafeina'])
  })

  it.each([
    ['a list, which no package is', 'Panadol\nMetformin 500 mg\nRamipril 5 mg', ['Metformin', 'Ramipril']],
    [
      'a form beside each: other packages',
      'Panadol\nMetformin 500 mg tablets\nRamipril 5 mg capsules\n28 tablets',
      ['Metformin', 'Ramipril'],
    ],
    [
      'a line between them: other packages',
      'Panadol\nMetformin 500 mg\n28 tablets\nRamipril 5 mg',
      ['Metformin', 'Ramipril'],
    ],
    [
      'a name that says its form',
      'Lubricant Eye Drops\nAspirin 250 mg\nCaffeine 65 mg\n20 tablets',
      ['Aspirin', 'Caffeine'],
    ],
  ])('not %s', (_what, text, names) => {
    expect(read(text).map(({ name }) => name)).toEqual(names)
  })
})

describe('small print read in pieces is no name, where the package shows one', () => {
  it.each([
    [
      'a known substance alone',
      'Each tablet contains\nlbupo P   20mg\nIBUPROFEN\nAa dre b\n200/400/600 mg',
      ['Ibuprofen?'],
    ],
    ['a known product alone', 'Advil\nFD uzoten 1 ablets, 200 mg\nreliever', ['Advil?']],
    [
      'a known product at the beginning of a line',
      'Prospan Cough Syrup for all\nde FL OZ 3.4 mg\n100 capsules',
      ['Prospan?'],
    ],
    [
      'a known substance beside other print',
      'nllor See Amoxicillin Aurbi\nmdby 500 mg\n100 capsules',
      ['Amoxicillin?'],
    ],
    ['one that stands on several sides', 'ZYXOLAN-B6\nOHN INR\nrPinfo 5 mg\nZYXOLAN-B6\n10 tablets', ['Zyxolan-B6?']],
  ])('%s', (_what, text, names) => {
    expect(named(text).map(([name]) => name)).toEqual(names)
  })

  it('its words are those of the print', () => {
    const [only] = read('FD uzoten 1 ablets, 200 mg\nop tive\nGEL DROPS')
    expect(only?.name).toBe('optive')
    expect(only?.sources.name?.words).toBe('op tive')
  })

  it('where it shows none, what was read is shown as a guess', () => {
    expect(named('Aa dre 5 mg\n10 tablets')).toEqual([['Aa dre?', '5 mg']])
  })

  it('what is to be taken is never replaced', () => {
    expect(named('Advil\nAa dre 5 mg\nTake one tablet twice a day')).toEqual([['Aa dre?', '5 mg']])
  })
})

describe('one product of a package', () => {
  it.each([
    ['above what it is', 'Efferalgan 1000 mg\nParacetamol 1000 mg\n8 comprimes', [['Efferalgan', '1000 mg']]],
    [
      'with words of other print before its substance',
      'orange-vanille diosmectite 3 g\n30 sachets',
      [['diosmectite?', '3 g']],
    ],
    ['with the beginning of its salt', 'Doxycycline H\n20 tablets', [['Doxycycline?', '']]],
    ['with a speck before its salt', 'CETIRIZINE E HCl\n10 caplets', [['Cetirizine HCl?', '']]],
    [
      'whose salt, misread, stands below it',
      'Amoxicilina\n(frihidrato) 500 mg\n20 tablets',
      [['Amoxicilina?', '500 mg']],
    ],
    ['not what it is free of', 'Ephedrine Free\nZyxolan-D\n100 ml\n20 tablets', [['Zyxolan-D?', '']]],
    ['with its kind misread', 'Pantoprazole Gastro-Besistant\n20 tablets', [['Pantoprazole?', '']]],
    ['with letters of other print', 'Each tablet contains\nLevetiracetammpk\n10 tablets', [['Levetiracetam?', '']]],
    ['whose letter is a part of it', 'Vitamin E 400 mg\n30 capsules', [['Vitamin E', '400 mg']]],
    ['and another one', 'Zyxocin and Amoxicillin 500 mg\n20 tablets', [['Zyxocin and Amoxicillin?', '500 mg']]],
    ['with its substance misread', 'BRUFEN ibuproden Granules\n600 mg\n20 Sachets', [['Brufen?', '600 mg']]],
    ['with what it is called further', 'Panadol Zyx 500 mg\n20 tablets', [['Panadol Zyx?', '500 mg']]],
    [
      'above the substance that it only ends like',
      'ZYXOFENAC\nDiclofenac sodium\n100 mg\n10 ampoules',
      [['Diclofenac sodium', '100 mg']],
    ],
    ['behind which its strength stands', 'Anti-inflammatoryl\n75 mg\nZyxolan-75\n6 ampoules', [['Zyxolan?', '75 mg']]],
    ['read twice, once badly', 'Zyxogabin 400 mg\nGabdpenin 400 mg\n30 capsules', [['Zyxogabin?', '400 mg']]],
    ['on several sides', 'Elixir\nBronchitis\nZyxolan Elixir for all\nZyxolan', [['Zyxolan?', '']]],
    [
      'below which three strengths stand',
      'ZYXOLAN\n200 mg/30 mg/300 mg Film Tablet',
      [['Zyxolan?', '200 mg/30 mg/300 mg']],
    ],
    [
      'beside which a round field was cut in two',
      '10\nactavis mg\nAmitriptyline\n28 tablets',
      [['Amitriptyline?', '10 mg']],
    ],
    ['whose unit was misread', 'Metronidazole 500 ma\n20 tablets', [['Metronidazole', '500 mg']]],
    ['beside other print', 'dipirona   formula\nMedicamento generico\n10 comprimidos', [['dipirona?', '']]],
    ['right above its form, not the company above it', 'Zyxowerk\nZYXOLAN\nTablets\n1 x 10', [['Zyxolan?', '']]],
    [
      'with what the maker says of taking it',
      'ASPIRIN 300mg\nTAKE ANYWHERE - NO WATER NEEDED\n24 tablets',
      [['Aspirin', '300 mg']],
    ],
  ])('%s', (_what, text, expected) => {
    expect(named(text)).toEqual(expected)
  })
})

describe('packages of other countries', () => {
  it.each([
    ['Metformina\nClorhidrato 850 mg\n30 COMPRIMIDOS', [['Metformina Clorhidrato', '850 mg']]],
    ['loratadina\nMedicamento generico   10mg\nLei n 9.787\n12 comprimidos', [['loratadina?', '10 mg']]],
    ['Ibudol400 mg\ncomprimidos recubiertos con pelicula\nVia oral /20 comprimidos', [['Ibudol', '400 mg']]],
    ['Nolotil\ncapsulas\n20 capsulas . Via oral', [['Nolotil?', '']]],
    ['Wirkstoff: Paracetamol 500 mg\n20 Tabletten', [['Paracetamol', '500 mg']]],
    ['Vignette\nMYTRICINE\nAmphotericine B 10%\nSusp.Buv.FI de 40 ml', [['Amphotericine B', '10%']]],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  it('their names are no correction of an English one', () => {
    expect(named('Loratadlne 10 mg\nTake one tablet daily')).toEqual([['Loratadine?', '10 mg']])
  })
})

describe('what stands behind a name', () => {
  it.each([
    ['Fluoxetine Tablets, US 20 mg', 'Fluoxetine'],
    ['Folic Acid Tablets P 5mg', 'Folic Acid'],
    ['Omeprazole B P 20mg', 'Omeprazole'],
    ['Metronidazole R\n400 mg\n20 tablets', 'Metronidazole'],
    ['Zantac effervescent\n150 mg tablets', 'Zantac'],
    ['Amlodipine mg\n10 x 10 tablets', 'Amlodipine'],
  ])('is no part of it: %s', (text, name) => {
    expect(read(text).map((one) => one.name)).toEqual([name])
  })

  it.each(['Aspirin 0/2121', 'Aspirin 2021/0'])('a date is no strength: %s', (text) => {
    expect(read(`${text}\n10 tablets`).map(({ dosage }) => dosage)).toEqual([''])
  })

  it('a salt on its own line, before or below the name', () => {
    expect(named('Sodium\nNitroprusside\n50 mg')).toEqual([['Sodium Nitroprusside', '50 mg']])
    expect(named('Tramadol        50\nHydrochloride   mg\nMorningside\n60 Capsules')).toEqual([['Tramadol', '50 mg']])
  })
})

describe('what is one of several substances of a medicine is a guess', () => {
  it.each([
    ['the other was not read', 'Terbutaline Sulphate and\nBatch No. 12\n20 tablets', [['Terbutaline Sulphate?', '']]],
    [
      'how much is in the box was, in its place',
      'Terbutaline\nSulphate and   100 ml\nBatch No. 12',
      [['Terbutaline Sulphate?', '']],
    ],
    ['the other is in no list', 'Codeine Phosphate 8 mg\n& Zyxolan\n20 tablets', [['Codeine Phosphate?', '8 mg']]],
    [
      'the other has its strength elsewhere',
      'Lozenges\nAmylmetacresol 0.6mg\n24 Zyx Alcohol 1.2mg',
      [['Amylmetacresol?', '0.6 mg']],
    ],
    [
      'both are known',
      'Triprolidine Hydrochloride\n& Codeine Phosphate\nCough Syrup',
      [['Triprolidine Hydrochloride & Codeine Phosphate?', '']],
    ],
    [
      'an acid is the first',
      'Mefenamic Acid and\nDicyclomine Tablets\n20 tablets',
      [['Mefenamic Acid and Dicyclomine?', '']],
    ],
    ['on one line', 'Amoxycillin & Potassium Zyxulanate Tablets IP', [['Amoxycillin & Potassium Zyxulanate?', '']]],
  ])('%s', (_what, text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  it('the same strength again is no other', () => {
    expect(named('Ramipril 5 mg\nEach tablet contains 5 mg\n28 tablets')).toEqual([['Ramipril', '5 mg']])
  })
})

describe('a letter that is missing', () => {
  it('in a long name', () => {
    expect(named('Amoxicilln 500 mg\n20 capsules')).toEqual([['Amoxicillin?', '500 mg']])
  })

  it('leaves no name of the book by which a substance is pure', () => {
    expect(read('USP 250 mg\nAzithromycin\n6 tablets').map(({ name }) => name)).toEqual(['Azithromycin'])
  })
})
