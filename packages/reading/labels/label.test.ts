import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readLabel } from './label.ts'

/** Set by `npm run test:long`. */
const LONG = process.env.TEST_LONG === '1'

const TODAY = '2026-11-22' as LocalDate
const read = (text: string) => readLabel(text, { today: TODAY })
const medicines = (text: string) =>
  read(text).medications.map(({ name, dosage, frequency }) => [name, dosage, frequency])

describe('labels and prescriptions', () => {
  it.each<[string, string, [string, string, string][]]>([
    [
      'an Australian label',
      'Metformin 500mg (Diabex) 100\nTake ONE tablet twice a day with food\nMr J Smith 12/03/2026\nDr A Patel 3 Rpts\nGreenfield Pharmacy\nKEEP OUT OF REACH OF CHILDREN',
      [['Metformin', '500 mg', 'twice daily']],
    ],
    [
      'a British label, with how many there are before the name',
      '28 Amlodipine 5mg tablets\nONE to be taken EACH MORNING\nMrs J Doe 12 Mar 2026\nKeep out of the sight and reach of children\nBoots, 1 High Street, Leeds LS1 4AP',
      [['Amlodipine', '5 mg', 'once daily in the morning']],
    ],
    [
      'an American label, with the directions before the name and broken inside of how often',
      'CVS/pharmacy\n400 Main St, Austin TX 78701 (512) 555-0100\nRx# 0123456-01\nJOHN SMITH\nTAKE 1 TABLET BY MOUTH TWO TIMES\nDAILY WITH MEALS\nMETOPROLOL TARTRATE 50 MG TABLET\nQTY: 60 REFILLS: 2\nDR. B. JONES\nDISCARD AFTER 03/12/2027',
      [['Metoprolol Tartrate', '50 mg', 'twice daily']],
    ],
    [
      'a prescription of three in shorthand',
      'Dr Helen Nguyen MBBS\nRx\n1. Amoxicillin 500 mg caps\nSig: 1 tds for 7/7\nQty 21 Rpt 0\n2. Paracetamol 500mg tabs\n2 q4-6h prn\n3) Temazepam 10mg\n1 nocte prn',
      [
        ['Amoxicillin', '500 mg', '3 times daily'],
        ['Paracetamol', '500 mg', 'every 4 to 6 hours when needed'],
        ['Temazepam', '10 mg', 'once daily at night when needed'],
      ],
    ],
    [
      'fields with their names, the strength on a line of its own',
      'Medication: Levothyroxine\nStrength: 75 mcg\nDirections: Take one tablet every morning 30 minutes before breakfast\nQuantity: 90',
      [['Levothyroxine', '75 mcg', 'once daily in the morning']],
    ],
    [
      'a name above its strength',
      'LISINOPRIL\n10 mg tablets\nTake one tablet daily\nQty 30',
      [['Lisinopril', '10 mg', 'once daily']],
    ],
    [
      'a liquid with a strength in so much of it',
      'Amoxicillin 250 mg/5 mL oral suspension 100 mL\nGive 5 mL three times a day until finished\nShake well before use',
      [['Amoxicillin', '250 mg/5 ml', '3 times daily']],
    ],
    [
      'an inhaler',
      'Salbutamol 100 micrograms/dose inhaler\nInhale TWO puffs every 4 hours if needed\nDr R Singh',
      [['Salbutamol', '100 mcg/dose', 'every 4 hours when needed']],
    ],
    [
      'two strengths in one tablet',
      'Co-codamol 30 mg/500 mg tablets\nTake 1 or 2 tablets up to four times a day when required',
      [['Co-codamol', '30 mg/500 mg', 'up to 4 times daily when needed']],
    ],
    [
      'a medicine once a week',
      'Alendronate 70mg tablets 4\nTake ONE tablet ONCE A WEEK 30 minutes before food',
      [['Alendronate', '70 mg', 'once a week']],
    ],
    [
      'a name alone above its strength as a field',
      'Digoxin\nStrength: 62.5 mcg\nDirections: ONE to be taken daily',
      [['Digoxin', '62.5 mcg', 'once daily']],
    ],
    [
      'a name that ends like a title',
      'Gliclazide MR 60mg tablets\nTake ONE tablet with breakfast',
      [['Gliclazide MR', '60 mg', 'once daily in the morning']],
    ],
    [
      'a name that begins like one',
      'MS Contin 10mg tablets 20\nTake ONE tablet TWICE a day',
      [['MS Contin', '10 mg', 'twice daily']],
    ],
    [
      'how much is in the bottle before the name',
      '200ml Lactulose 3.1-3.7g/5ml oral solution\nTwo 5ml spoonfuls to be taken TWICE a day',
      [['Lactulose', '3.1-3.7 g/5 ml', 'twice daily']],
    ],
    [
      'how much is in the tube before the name',
      '30g Hydrocortisone 1% cream\nApply THINLY TWICE a day',
      [['Hydrocortisone', '1%', 'twice daily']],
    ],
    [
      'two strengths with one unit',
      'HYDROCODONE-ACETAMINOPHEN 5-325 MG TAB\nTAKE 1 TABLET DAILY',
      [['Hydrocodone-Acetaminophen', '5-325 mg', 'once daily']],
    ],
    [
      'two strengths with a stroke',
      'Micardis Plus 80/12.5mg tablets 28\nTake ONE tablet daily',
      [['Micardis Plus', '80/12.5 mg', 'once daily']],
    ],
    [
      'two strengths without a unit',
      'Madopar 100/25 HBS capsules\nTake ONE capsule daily',
      [['Madopar', '100/25', 'once daily']],
    ],
    ['a thousand', 'Metformin 1,000 mg tablets\nTake ONE TWICE a day', [['Metformin', '1000 mg', 'twice daily']]],
    [
      'the substances below the brand',
      'Panadeine Forte 500mg/30mg tablets 20\nParacetamol 500mg Codeine 30mg\nTake ONE every 6 hours',
      [['Panadeine Forte', '500 mg/30 mg', 'every 6 hours']],
    ],
    [
      'the substance in brackets below the brand',
      'XALATAN EYE DROPS 0.005% 2.5mL\n(latanoprost 50mcg/mL)\nINSTIL ONE DROP AT NIGHT',
      [['Xalatan', '0.005%', 'once daily at night']],
    ],
    [
      'a list of two of the same strength, which are two',
      'Metformin 500mg\nParacetamol 500mg\nTake TWO tablets daily',
      [
        ['Metformin', '500 mg', ''],
        ['Paracetamol', '500 mg', 'once daily'],
      ],
    ],
    [
      'directions of one word a line',
      'Sertraline 50mg\nTake\nONE\ntablet\ndaily in\nthe morning',
      [['Sertraline', '50 mg', 'once daily in the morning']],
    ],
    [
      'how many are in the bottle before the name, with a cross or a word',
      '200ml x Flucloxacillin 125mg/5ml oral solution\nGive 5ml FOUR times a day',
      [['Flucloxacillin', '125 mg/5 ml', '4 times daily']],
    ],
    [
      'how many are in the box before a name that nobody knows',
      '2 x 28 Zyxolan 10mg tablets\nTake ONE daily',
      [['Zyxolan', '10 mg', 'once daily']],
    ],
    [
      'a tube of a cream',
      '30g tube of Fucidin 2% cream\nApply THREE times a day',
      [['Fucidin', '2%', '3 times daily']],
    ],
    [
      'how much is in the bottle behind the name, which is no strength',
      'Gaviscon Advance oral suspension 500ml\nTake 10ml twice a day',
      [['Gaviscon Advance', '10 ml', 'twice daily']],
    ],
    [
      'how much is in the tube behind the name',
      'Cetraben cream 500g\nApply TWICE a day',
      [['Cetraben', '', 'twice daily']],
    ],
    [
      'a medicine without a strength, by its form',
      'Movicol Chocolate Sachets\nQty 30\nDissolve ONE sachet in water TWICE a day',
      [['Movicol Chocolate', '1 sachet', 'twice daily']],
    ],
    [
      'a medicine without a strength that is known',
      'GREENFIELD PHARMACY\nAmoxicillin\nTake ONE capsule THREE times a day',
      [['Amoxicillin', '1 capsule', '3 times daily']],
    ],
    [
      'a medicine with a number for its strength before its form',
      'Evorel 50 patches\nApply ONE patch TWICE a week',
      [['Evorel', '50', 'twice a week']],
    ],
    [
      'an Indian label, with the form before the name',
      'Tab. Telmisartan 40 mg\nQty: 30\n1-0-0 before food',
      [['Telmisartan', '40 mg', 'once daily in the morning']],
    ],
    [
      'a form before the name and no unit behind it',
      'Tab. TELMA 40\n1-0-0 before food',
      [['Telma', '40', 'once daily in the morning']],
    ],
    [
      'a form before the name, and nothing behind it',
      'Cap. Becosules\n0-1-0 after lunch',
      [['Becosules', '', 'once daily at noon']],
    ],
    [
      'the substances of a pair below it',
      'Tab. AMLOKIND AT 5/50\nAmlodipine 5mg + Atenolol 50mg\n1-0-0 after breakfast',
      [['Amlokind AT', '5/50', 'once daily in the morning']],
    ],
    [
      'the unit of a number in the substance below it',
      'Tab. Calpol 650\n(Paracetamol 650 mg)\n1-1-1',
      [['Calpol', '650 mg', '3 times daily in the morning at noon and at night']],
    ],
    [
      'how often on the line below the dose',
      'Prednisolone 5mg tablets\nONE tablet\nTWICE A DAY',
      [['Prednisolone', '5 mg', 'twice daily']],
    ],
    [
      'a packet between the name and the directions, which is no dose',
      'Metformin 1g tablets\n28 tablets\nONE twice a day',
      [['Metformin', '1 g', 'twice daily']],
    ],
    [
      'a strength inside of the directions, which is no second medicine',
      'Prednisone 5mg tablets\nTake 20mg daily for\n5 days then 10mg daily',
      [['Prednisone', '5 mg', 'once daily']],
    ],
    [
      'a name that says how often',
      'Fosamax Once Weekly 70mg tablets\nTake ONE tablet once a week',
      [['Fosamax Once Weekly', '70 mg', 'once a week']],
    ],
    [
      'a device behind the number of a name',
      'Seretide 250 Evohaler 120 doses\nTWO puffs twice a day',
      [['Seretide', '250', 'twice daily']],
    ],
    [
      'a prescription of forms, numbers and patterns on one line each',
      'Tab Augmentin 625 1-0-1 x 5 days\nTab Pan 40 1-0-0\nSyp Ascoril 10ml TDS\nT. Dolo 650 SOS',
      [
        ['Augmentin', '625', 'twice daily in the morning and at night'],
        ['Pan', '40', 'once daily in the morning'],
        ['Ascoril', '10 ml', '3 times daily'],
        ['Dolo', '650', 'when needed'],
      ],
    ],
    [
      'a dose in a form that is rare, cut inside of how often',
      'Ipratropium 500mcg/2ml nebuliser solution\nONE vial via nebuliser up to FOUR times\ndaily',
      [['Ipratropium', '500 mcg/2 ml', 'up to 4 times daily']],
    ],
    [
      'what it is to be used by, which is no direction',
      'Cefaclor 125mg/5ml suspension\nGive 5ml THREE times a day\nUse by 12/06/26',
      [['Cefaclor', '125 mg/5 ml', '3 times daily']],
    ],
    [
      'a share of what is applied',
      'Betamethasone 0.1% scalp application\nApply NIGHT and MORNING',
      [['Betamethasone', '0.1%', 'twice daily in the morning and at night']],
    ],
    [
      'a name that ends in DR, which is no doctor',
      'TAKE 1 CAPSULE TWICE A DAY\nDULOXETINE DR 30 MG CAPSULE\nQTY 60',
      [['Duloxetine DR', '30 mg', 'twice daily']],
    ],
    [
      'when the shop is open, which is no direction',
      'SIMVASTATIN 40MG TABLETS\nOpen daily 9am - 6pm\nTake ONE tablet at NIGHT\nOpening hours: Mon-Fri 8:30 to 6',
      [['Simvastatin', '40 mg', 'once daily at night']],
    ],
    [
      'a strength a day, which is not how often',
      'ESTRADIOL 0.05 MG/DAY PATCH\nAPPLY 1 PATCH TWICE WEEKLY',
      [['Estradiol', '0.05 mg/day', 'twice a week']],
    ],
    [
      'an injection every so many weeks',
      'Hydroxocobalamin 1mg/ml injection\nInject 1ml every 12\nweeks',
      [['Hydroxocobalamin', '1 mg/ml', 'every 12 weeks']],
    ],
    [
      'a dose from half a tablet on, which is no time',
      'Lorazepam 1mg tablets\nHALF to ONE tablet when required',
      [['Lorazepam', '1 mg', 'when needed']],
    ],
    [
      'a dose that changes, on two lines',
      'Doxycycline 100mg caps\nTWO on the first day then ONE\ndaily for 6 days',
      [['Doxycycline', '100 mg', 'once daily']],
    ],
    [
      'drops before the name',
      'Drops Moxifloxacin 0.5%\n1 drop QID both eyes',
      [['Moxifloxacin', '0.5%', '4 times daily']],
    ],
    [
      'a course in sevenths behind a dose, which is no second medicine',
      'Vancomycin 125mg caps\n1 cap QDS 10/7',
      [['Vancomycin', '125 mg', '4 times daily']],
    ],
    [
      'a pair of a name that nobody knows, by its form',
      'Zyxodol 30/500 caplets\nTake TWO caplets QDS PRN',
      [['Zyxodol', '30/500', '4 times daily when needed']],
    ],
    [
      'milliequivalents',
      'POTASSIUM CL ER 20 MEQ TABLET\nTAKE 1 TABLET BY MOUTH DAILY',
      [['Potassium CL ER', '20 mEq', 'once daily']],
    ],
    [
      'a count of weeks that stands apart',
      'Ketoconazole 2% shampoo\nUse TWICE weekly for 4\nweeks',
      [['Ketoconazole', '2%', 'twice a week']],
    ],
    [
      'the number of the prescription before the name',
      'RX# 4471023 LISINOPRIL 10MG TAB QTY 30\nTAKE ONE DAILY',
      [['Lisinopril', '10 mg', 'once daily']],
    ],
    [
      'a dose that changes in shorthand, which is no second medicine',
      'Xarelto 15 mg\n1 bd x 21/7 then 20mg nocte',
      [['Xarelto', '15 mg', 'twice daily']],
    ],
    ['fields that are shortened', 'MED: OLANZAPINE 5MG\nFREQ: NOCTE', [['Olanzapine', '5 mg', 'once daily at night']]],
    [
      'spoonfuls cut inside of how often, whose count is no name',
      'Erythromycin 250mg/5ml suspension\nTWO 5ml spoonfuls FOUR\ntimes daily for 7 days',
      [['Erythromycin', '250 mg/5 ml', '4 times daily']],
    ],
    [
      'two strengths with a dash and both units',
      'Panadeine Forte Tab 30mg-500mg (20)\nTWO every SIX hours if needed',
      [['Panadeine Forte', '30 mg-500 mg', 'every 6 hours when needed']],
    ],
    [
      'two substances of one tube on a line',
      'Fusidic acid 2% / Betamethasone 0.1% cream\nApply TWICE daily',
      [['Fusidic acid / Betamethasone', '2%/0.1%', 'twice daily']],
    ],
    [
      'insulin by its units in a millilitre',
      'HUMALOG KWIKPEN U-100\nINJECT 5 UNITS BEFORE\nMEALS THREE TIMES DAILY',
      [['Humalog Kwikpen', '100 units/ml', '3 times daily']],
    ],
    [
      'the kind of a tablet before directions on its line',
      'Donepezil 5mg orodispersible tabs ONE at NIGHT',
      [['Donepezil', '5 mg', 'once daily at night']],
    ],
    ['a shop that sounds like a medicine', 'Mr Adam Gel\n12 Drop Street\nThank you', []],
    ['a date below a name, which is no strength', 'Mr J Barr 22/10 tablets', []],
    ['no medicine at all', 'Greenfield Pharmacy\n12 High Street\nThank you for your visit', []],
    ['a medicine of which nothing is said', 'Ibuprofen 200mg tablets\nQty 24', [['Ibuprofen', '200 mg', '']]],
    ['directions that leave it to the doctor', 'Warfarin 1mg tablets\nTake as directed', [['Warfarin', '1 mg', '']]],
  ])('%s', (_what, text, expected) => {
    expect(medicines(text)).toEqual(expected)
  })

  it('the substance below the brand is asked, and the name a guess', () => {
    const [brand] = read('Augmentin Duo 875mg/125mg\n(amoxicillin 875mg clavulanic acid 125mg)\n1 bd').medications
    expect(brand?.asks).toEqual(['(amoxicillin 875mg clavulanic acid 125mg)'])
    expect(brand?.sources.name?.confidence).toBe('guess')
  })

  it('`x1` beside a medicine counts tablets: it is no single dose, and the meal before it no name', () => {
    const [found] = read('Breakfast: Perindopril 5mg x1').medications
    expect(found).toMatchObject({ name: 'Perindopril', dosage: '5 mg', frequency: '', schedule: null })
  })

  it('directions keep the label’s own words, without what the package says', () => {
    const [medication] = read(
      'Doxycycline 100mg\nTake ONE capsule daily with food\nDo not drink alcohol\nKeep out of reach of children\nMay cause drowsiness',
    ).medications
    expect(medication?.instructions).toBe('Take ONE capsule daily with food')
  })

  it.each<[string, string, string]>([
    ['with\nFOOD', 'Take ONE twice a day with FOOD', 'twice daily'],
    ['for\nHIGH BLOOD PRESSURE', 'Take ONE twice a day for HIGH BLOOD PRESSURE', 'twice daily'],
    ['into the\nLEFT EAR', 'Take ONE twice a day into the LEFT EAR', 'twice daily'],
    ['on\nMONDAY', 'Take ONE twice a day on MONDAY', 'twice daily on Monday'],
    ['on\nTuesday and Friday', 'Take ONE twice a day on Tuesday and Friday', 'twice daily on Tuesday and Friday'],
    ['when\nrequired', 'Take ONE twice a day when required', 'twice daily when needed'],
    ['to help with\nyour mood', 'Take ONE twice a day to help with your mood', 'twice daily'],
    ['and\nafter\nfood', 'Take ONE twice a day and after food', 'twice daily'],
  ])('directions that nobody ends like that go on: %s', (end, instructions, frequency) => {
    const [found] = read(`Naproxen 250mg tablets\nTake ONE twice a day ${end}\nMr T Dunn`).medications
    expect(found).toMatchObject({ instructions, frequency })
    expect(found?.sources.frequency?.confidence).toBe('sure')
  })

  it.each<[string, string]>([
    ['Take ONE tablet ONCE', 'once only'],
    ['Take ONE tablet twice a day when', 'twice daily'],
    ['Take ONE tablet daily on', 'once daily'],
    ['Take ONE in the morning and', 'once daily in the morning'],
    ['Take ONE daily for 5 days then', 'once daily'],
    ['Take ONE tablet at night or', 'once daily at night'],
    ['Take ONE tablet daily,', 'once daily'],
    ['Take ONE tablet every 4 hours up to', 'every 4 hours'],
  ])('%s and no more: what was cut off may say that it is less often', (directions, frequency) => {
    const [found] = read(`Naproxen 250mg tablets\n${directions}\nMr T Dunn`).medications
    expect(found?.frequency).toBe(frequency)
    const { frequency: often, instructions } = found?.sources ?? {}
    expect([often?.confidence, instructions?.confidence]).toEqual(['guess', 'guess'])
  })

  it('the end of directions whose beginning was not read is a guess', () => {
    const [found] = read('Metformin 500mg tablets\nZqxx vvii ooo\ndaily').medications
    expect(found?.frequency).toBe('once daily')
    const { frequency, instructions } = found?.sources ?? {}
    expect([frequency?.confidence, instructions?.confidence]).toEqual(['guess', 'guess'])
  })

  it('a line that was cut and goes on is never once only', () => {
    const [found] = read(
      'TRULICITY 0.75 MG/0.5 ML PEN\nINJECT 0.75 MG ONCE\nWEEKLYFOR 4 WEEKS THEN 1.5 MG WEEKLY',
    ).medications
    expect(found?.frequency).toBe('once a week')
    expect(found?.sources.frequency?.confidence).toBe('guess')
  })

  it.each([
    'Take ONE capsule THREE times a day / Cymerwch UN capsiwl DAIR gwaith y dydd',
    'Prendre 1 capsule 3 fois par jour / Take ONE capsule THREE times a day',
    'Take ONE capsule THREE times a day\nTOME 1 CAPSULA POR VIA ORAL 3 VECES AL DIA',
    'Neem 1 kapsule drie keer per dag\nTake ONE capsule THREE times a day',
    'Take ONE capsule THREE times a day | Neem EEN kapsule\ndrie keer per dag',
    'Take ONE capsule THREE times a day / Tóg 1 capsúl',
    'Take ONE capsule THREE times a day / 1 kapsule 8 uurliks',
  ])('of two languages the English: %s', (directions) => {
    const [found] = read(`Amoxicillin 500mg capsules\n${directions}`).medications
    expect(found).toMatchObject({
      instructions: 'Take ONE capsule THREE times a day',
      frequency: '3 times daily',
    })
  })

  it('a stroke alone makes no other language', () => {
    const [found] = read('Neem oil 5% cream\nApply to face / neck TWICE a day').medications
    expect(found).toMatchObject({ name: 'Neem oil', instructions: 'Apply to face / neck TWICE a day' })
  })

  it.each(['FOLLOW PACKAGE DIRECTIONS', 'Follow the instructions on the box', 'As directed by your doctor'])(
    '%s: directions of which no frequency is made',
    (directions) => {
      const [found] = read(`PREDNISONE 5 MG DOSE PACK\n${directions}\nQTY: 21`).medications
      expect(found).toMatchObject({ instructions: directions, frequency: '', schedule: null })
    },
  )

  it('who prescribed and dispensed it, and when; not when it expires or the patient was born', () => {
    const { doctor, pharmacy, date } = read(
      'Patient: Ann Lee DOB 03/04/1950\nExp 01/2028\nDiscard after 05/06/2027\nDate filled: 14/03/2026\nPrescriber: Dr Helen Nguyen MBBS FRACGP\nDispensed by: Greenfield Pharmacy, 12 High St Ph 03 9555 1234',
    )
    expect([doctor?.value, pharmacy?.value, date?.value]).toEqual([
      'Dr Helen Nguyen',
      'Greenfield Pharmacy',
      '2026-03-14',
    ])
  })

  it('as needed only where the label says so; a frequency is never made up (decision 027)', () => {
    const [needed, plain] = read(
      'Ibuprofen 400mg\nTake one tablet when required\nNaproxen 250mg\nTake one tablet',
    ).medications
    expect([needed?.schedule, plain?.schedule, plain?.frequency]).toEqual([{ kind: 'as-needed' }, null, ''])
  })

  it.each([
    ['Apply ONE patch TWICE a week', 'twice a week', null],
    ['Inject 1mL every 6 months', 'every 6 months', null],
    ['Take ONE tablet ONCE a month', 'every month', null],
    ['1 patch every 3 to 4 days', 'every 3 to 4 days', null],
    ['1 tablet every 36 hours', 'every 36 hours', null],
    ['Take ONE tablet immediately', 'once only', null],
    ['Apply ONE patch every 72 hours', 'every 72 hours', { kind: 'interval', everyDays: 3, anchorDate: TODAY }],
    ['1 tablet every 12 hours', 'every 12 hours', { kind: 'daily' }],
    ['Take ONE tablet ONCE a week', 'once a week', { kind: 'interval', everyDays: 7, anchorDate: TODAY }],
    ['Take ONE tablet ONCE a week on Tuesday', 'once a week on Tuesday', { kind: 'weekdays', days: [2] }],
    ['Take ONE tablet every 2 weeks on Tuesday', 'every 2 weeks on Tuesday', null],
    ['Take ONE tablet on Mondays and Fridays', 'on Monday and Friday', { kind: 'weekdays', days: [1, 5] }],
  ])('%s: a schedule only where one says the same', (directions, frequency, schedule) => {
    const [medication] = read(`Naproxen 250mg tablets\n${directions}`).medications
    expect([medication?.frequency, medication?.schedule]).toEqual([frequency, schedule])
  })

  it('times are proposed only where the label names them', () => {
    const [timed, plain] = read(
      'Levodopa 100mg\nTake 1 tablet at 8am and 6pm\nRamipril 5mg\nTake 1 tablet in the morning',
    ).medications
    expect([timed?.proposedTimes, plain?.proposedTimes]).toEqual([['08:00', '18:00'], []])
  })
})

describe('what a recogniser misreads', () => {
  it.each([
    ['rng for mg', 'Ramipril 5rng capsules\nTake one daily', ['Ramipril', '5 mg']],
    ['O for 0', 'Metformin 5OO mg tablets\nTake one daily', ['Metformin', '500 mg']],
    ['l for 1', 'Ramipril l0 mg capsules\nTake one daily', ['Ramipril', '10 mg']],
    ['S for 5', 'Bisoprolo! Smg tablets\nTake one daily', ['Bisoprolol', '5 mg']],
    ['the edge of the paper for letters', 'L Cefalexin 25O mg capsules\nTake one daily', ['Cefalexin', '250 mg']],
    ['i for l in a name', 'Amiodipine 5 mg tablets\nTake one daily', ['Amlodipine', '5 mg']],
  ])('%s is repaired, and a guess', (_what, text, expected) => {
    const [medication] = read(text).medications
    expect([medication?.name, medication?.dosage]).toEqual(expected)
    const { name, dosage } = medication?.sources ?? {}
    expect([name?.confidence, dosage?.confidence]).toContain('guess')
  })

  it('a strength that no medicine is made in may be misread: a guess', () => {
    const dosageOf = (strength: string) =>
      read(`Fexofenadine ${strength} tablets\nTake one daily`).medications[0]?.sources.dosage?.confidence
    expect([dosageOf('66 mg'), dosageOf('60 mg'), dosageOf('181 mg'), dosageOf('180 mg')]).toEqual([
      'guess',
      'sure',
      'guess',
      'sure',
    ])
  })

  it.each([
    ['1bd', 'twice daily'],
    ['1 gid', '4 times daily'],
    ['28 hourly', 'every 8 hours'],
    ['1q8h', 'every 8 hours'],
    ['1 g8h', 'every 8 hours'],
    ['1 g4-6h pm', 'every 4 to 6 hours when needed'],
    ['Take one every 6& hours', 'every 6 hours'],
    ['1g12h', 'every 12 hours'],
    ['1 pin for pain', 'when needed'],
    ['Take ONE capsule three times\naday', '3 times daily'],
    ['Tahe ONE capsule\nTWICE a day', 'twice daily'],
    ['Givc 5ml at night', 'once daily at night'],
    ['Take ONE capsu1e dailv', 'once daily'],
    ['24 hourly', 'every 24 hours'],
    ['12 hourly', 'every 12 hours'],
  ])('directions %s mean %s', (directions, frequency) => {
    expect(read(`Cefalexin 250 mg capsules\n${directions}`).medications[0]?.frequency).toBe(frequency)
  })

  it.each([
    ['1 gid', 'gid', '1 gid'],
    ['1bd', 'bd', '1bd'],
    ['28 hourly', '8 hourly', '28 hourly'],
    ['1 g4-6h pm', 'g4-6h … pm', '1 g4-6h pm'],
    ['2 tabs pm for pain', 'pm', '2 tabs pm for pain'],
    ['1 tab tos with food', 'tos', '1 tab tos with food'],
  ])('%s: its words are those of the label, however it is repaired', (directions, words, whole) => {
    const [found] = read(`Cefalexin 250 mg capsules\n${directions}`).medications
    const { frequency, instructions } = found?.sources ?? {}
    expect([frequency?.words, instructions?.words]).toEqual([words, whole])
  })

  it.each([
    ['TAKE 1 TABLET TAS NEEDED FOR PAIN', 'when needed'],
    ['1 tab tas directed', ''],
    ['TAKE 1 TABLET TAS REQUIRED', 'when needed'],
    ['1 tab tas', '3 times daily'],
    ['1 tab tas with food', '3 times daily'],
  ])('%s: what may be the end of a word before it is no shorthand', (directions, frequency) => {
    expect(read(`Fexofenadine 180mg tablets\n${directions}`).medications[0]?.frequency).toBe(frequency)
  })

  it.each([
    ['a strength that was not read', 'Tramadol $0 mg capsules\nTake 2 capsules daily', ['Tramadol', '2 capsules']],
    ['the name of a field', 'Mediication: Metformin\nStrength: 850 mg\nTake one daily', ['Metformin', '850 mg']],
  ])('%s leaves the name', (_what, text, expected) => {
    const [medication] = read(text).medications
    expect([medication?.name, medication?.dosage]).toEqual(expected)
  })

  it('a name that nobody knows stays as it is, and is a guess', () => {
    const [medication] = read('Zyprolimax 20 mg tablets\nTake one daily').medications
    expect([medication?.name, medication?.sources.name?.confidence]).toEqual(['Zyprolimax', 'guess'])
  })

  it('`1 pm` below a medicine is a misread prn: asked, never one o’clock', () => {
    const [medication] = read('Codeine 30mg tablets\n1 pm for pain').medications
    expect(medication).toMatchObject({ frequency: 'when needed', proposedTimes: [], asks: ['1 pm for pain'] })
    expect(medication?.sources.frequency?.confidence).toBe('guess')
  })

  it('from a picture of which the recogniser is unsure every field is a guess', () => {
    const text = 'Metformin 500mg tablets\nTake one tablet twice a day'
    const sure = readLabel(text, { today: TODAY, confidence: 95 }).medications[0]?.sources ?? {}
    const unsure = readLabel(text, { today: TODAY, confidence: 70 }).medications[0]?.sources ?? {}
    expect(Object.values(sure).map((source) => source?.confidence)).toEqual(['sure', 'sure', 'sure', 'sure'])
    expect(Object.values(unsure).map((source) => source?.confidence)).toEqual(['guess', 'guess', 'guess', 'guess'])
  })

  it.each(['.5 mg', '5.0 mg', '10 U'])('a strength printed as %s is asked', (printed) => {
    const [medication] = read(`Colchicine ${printed}\nTake one daily`).medications
    expect(medication?.asks).toContain(printed)
    expect(medication?.sources.dosage?.confidence).toBe('guess')
  })
})

describe('any text', () => {
  const pieces = fc.constantFrom(
    'Metformin',
    '500 mg',
    '5OO',
    'Take ONE tablet',
    'twice a day',
    '\n',
    ' ',
    '1 bd',
    'Dr ',
    'Qty 30',
    'mg',
    '%',
    '1.',
    'Medication:',
    'Strength:',
    '(',
    '/',
    '12/03/2026',
    'Pharmacy',
    'prn',
    '1 gid',
    'tos',
    '28 hourly',
    '2 tabs pm for pain',
    '½',
    '\u0000',
    '🩺',
  )
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(' ')),
    fc.string({ maxLength: 400 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
  )

  it('gives medicines whose names and doses are words of the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const plain = text.replace(/\s+/g, ' ')
        for (const medication of read(text).medications) {
          expect(plain).toContain(medication.sources.name?.words)
          const { dosage, frequency } = medication.sources
          if (dosage) expect(plain.toLowerCase()).toContain(dosage.words.toLowerCase())
          for (const words of frequency?.words.split(' … ') ?? []) expect(plain).toContain(words)
        }
      }),
      { numRuns: LONG ? 2000 : 400, seed: 7 },
    )
  })
})
