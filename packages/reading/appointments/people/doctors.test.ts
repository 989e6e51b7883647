import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { readAppointment } from '../appointments.ts'

/** A Wednesday. */
const TODAY = '2026-11-18' as LocalDate

/** Who is seen, with a question mark where it is a guess. */
const doctor = (text: string) => {
  const { doctorName } = readAppointment(text, TODAY)
  return doctorName && (doctorName.confidence === 'sure' ? doctorName.value : `${doctorName.value}?`)
}

describe('a text without capitals does not say where a name ends', () => {
  test.each([
    ['doctor ali some time next week', 'ali'],
    ['visit to doctor foster end of january', 'foster'],
    ['doctor bell video call on monday', 'bell'],
    ['doctor lee review on monday', 'lee'],
    ['doctor lee telehealth', 'lee'],
    ['doctor cook see him on monday', 'cook'],
    ['doctor maria rossi endocrinologist', 'maria rossi'],
    ['doctor sarah jane smith tomorrow', 'sarah jane smith'],
    ['doctor laura white tomorrow', 'laura white'],
    ['kidney doctor doctor reddy on friday', 'reddy'],
    ['professor doctor lee', 'lee'],
    ["doctor emma thompson's rooms", 'emma thompson'],
    ['doctor venkataraman on friday', 'venkataraman'],
  ])('%s: %s', (text, name) => {
    expect(doctor(text)).toBe(name)
  })

  test.each([
    ['doctor priya venkataraman on friday', 'priya venkataraman?'],
    ['doctor lee ward four', 'lee ward?'],
    ['doctor anshul blorgal on friday', 'anshul blorgal?'],
    ['doctor mitchell robert', 'mitchell robert?'],
    ['doctor chong wei ling on thursday', 'chong wei?'],
  ])('a second word that no list of names has makes a guess: %s: %s', (text, name) => {
    expect(doctor(text)).toBe(name)
  })

  test.each([
    ['doctor said to come on monday'],
    ['doctor visit at 9 am'],
    ['see a doctor about my knee'],
    ['doctor number is 0412 345 678'],
    ['appointment with medicare'],
  ])('%s: nobody', (text) => {
    expect(doctor(text)).toBeNull()
  })
})

describe('a name is known by where it stands and what it is not, in any language', () => {
  test.each([
    ['doctor siobhan mulcahy on friday at ten', 'siobhan mulcahy?'],
    ['doctor padraig o donoghue at the mater on monday', 'padraig o donoghue'],
    ['dr caoimhe ní bhriain friday 9am', 'caoimhe ní bhriain'],
    ['doctor rhiannon ap gruffydd tomorrow at nine', 'rhiannon ap gruffydd'],
    ['see doctor llyr penhaligon cardiology on tuesday', 'llyr penhaligon?'],
    ['doctor eilidh macaskill in inverness on friday', 'eilidh macaskill?'],
    ['doctor venkatesan subbaraman neurology tenth of december', 'venkatesan subbaraman?'],
    ['doctor anjali bhattacharjee wants to see me on friday at 3', 'anjali bhattacharjee?'],
    ['doctor gurpreet dhaliwal moved me to friday', 'gurpreet dhaliwal?'],
    ['doctor chukwuemeka okonkwo on the 3rd of december', 'chukwuemeka okonkwo?'],
    ['doctor kwabena asante-mensah follow up friday', 'kwabena asante-mensah?'],
    ['doctor ngozi adichie at lagos island clinic friday ten am', 'ngozi adichie?'],
    ['doctor agnieszka wiśniewska dermatology on friday', 'agnieszka wiśniewska?'],
    ['doctor krzysztof zielinski said friday at four', 'krzysztof zielinski?'],
    ['doctor hoang thi bich ngoc friday at 2', 'hoang thi?'],
    ['doctor pham quoc tuan ent friday at 2', 'pham quoc?'],
    ['doctor ignacio ruiz ocampo on friday', 'ignacio ruiz?'],
    ['doctor maria garcia lopez on friday', 'maria garcia lopez?'],
    ['doctor lucia fernandez de la vega friday noon', 'lucia fernandez de la vega'],
    ['doctor pieter van der walt on monday', 'pieter van der walt'],
    ['doctor anneke de vries podiatry monday', 'anneke de vries'],
    ['doctor omar al rashid kidney clinic monday', 'omar al rashid'],
    ['doctor mcgillicuddy on friday at the surgery', 'mcgillicuddy'],
    ['doctor o shaughnessy friday half nine', 'o shaughnessy'],
    ["dr o'halloran friday half nine", "o'halloran"],
    ['doctor farquharson-smythe at two on friday', 'farquharson-smythe'],
    ['doctor tewodros gebremariam eye test friday', 'tewodros gebremariam?'],
    ['doctor jones truro health park friday at 9', 'jones'],
    ['doctor mwangi castle street friday at 9', 'mwangi?'],
    ["doctor adeyemi's secretary rang about friday", 'adeyemi'],
    ['doctor thandeka got me in on friday', 'thandeka'],
    ['doctor fairweather sorry tuesday at nine', 'fairweather?'],
    ['doctor siddiqui because of my knee on friday', 'siddiqui'],
    ['doctor bronwyn teague her office is on main street friday', 'bronwyn teague?'],
    ['doctor keahi kamaka telehealth friday 10', 'keahi kamaka?'],
    ['doctor yilmaz fracture clinic friday 10', 'yilmaz'],
    ["doctor hanneli vuorinen's rooms friday 10", 'hanneli vuorinen?'],
    ['doctor takahashi every three months starting friday', 'takahashi'],
    ['doctor abernathy near the station friday', 'abernathy'],
    ['doctor popescu bring my scans friday at 8', 'popescu'],
    ['doctor ionescu is on friday at 8', 'ionescu'],
    ['professor dorota kaminska rheumatology friday', 'dorota kaminska?'],
  ])('%s: %s', (text, name) => {
    expect(doctor(text)).toBe(name)
  })
})

describe('a name without a title, where only its position tells', () => {
  test.each([
    ['podiatry session with aoife on friday at two', 'aoife?'],
    ['counselling friday at four with oluwaseun', 'oluwaseun?'],
    ['speech therapy with nguyen thi on friday at 3', 'nguyen thi?'],
    ["my physio marguerite o'dowd friday at ten", "marguerite o'dowd?"],
    ['see the midwife sunniva on friday at ten', 'sunniva?'],
    ['Physio on Friday at 10, Siân Llewellyn, Bangor', 'Siân Llewellyn?'],
    ['Massage with Ewa at ten on Friday', 'Ewa?'],
    ['eye test friday with mister oyelaran at three', 'oyelaran?'],
    ["it's missus featherstone at the surgery friday at ten for bloods", 'featherstone?'],
    ['hygienist, zsofia, friday at ten', 'zsofia?'],
    ['my speech therapist caoilfhionn on monday at nine', 'caoilfhionn?'],
    ['my psychologist wangari mutua video call friday', 'wangari mutua?'],
    ['district nurse bernadette leg dressing friday', 'bernadette?'],
    ['see the dietitian ifeoma about my sugars friday', 'ifeoma?'],
    ['physio with someone called tadhg on friday', 'tadhg?'],
  ])('is a guess: %s: %s', (text, name) => {
    expect(doctor(text)).toBe(name)
  })

  test.each([
    ['scan with contrast on friday'],
    ['physio with mum on friday at ten'],
    ['dentist with bupa on friday at ten'],
    ['my dentist moved it to friday at ten'],
    ['my therapist wants me in on friday at ten'],
    ["my physio rang it's friday at ten now"],
    ['the surgeon operates friday at ten'],
    ['i am going to the dentist with bronagh on friday'],
    ['blood test with no breakfast on friday'],
    ['nurse appointment on friday at ten'],
    ['nurse for dressings on friday at ten'],
    ['nurse friday at ten'],
    ['appointment at the surgery with reception on friday'],
    ['physio at the gym with weights on friday'],
    ['Podiatrist Monday 8.30 in the morning, Bon Secours Hospital in Tralee'],
    ['dentist friday at ten, Castle Street, Leeds'],
    ['the physio at brighton on friday'],
    ['my gp surgery friday at ten'],
    ['trouble with swallowing so ent friday at ten'],
    ['dermatology with bad eczema on friday'],
    ['dermatology with ongoing eczema on friday'],
    ['rheumatology with arthritis on friday'],
  ])('%s: nobody', (text) => {
    expect(doctor(text)).toBeNull()
  })
})

test.each([
  ['Dr. Hallam, sorry, Hallworth, wants me back on Friday', 'Hallworth?'],
  ['doctor lee sorry i mean leigh on friday', 'leigh?'],
  ['dr okafor no sorry okoro on friday at ten', 'okoro?'],
  ['Dr Lee, sorry, Monday at nine', 'Lee?'],
  ['dr lee no sorry half nine on friday', 'lee?'],
  ['dr lee sorry the dentist on friday', 'lee'],
  ['i had doctor pryce but he is away so now it is doctor nkemelu on friday', 'nkemelu'],
  ['it was Dr Pryce, now it is with Dr Nkemelu on Friday', 'Nkemelu'],
])('a name that is taken back is not who is seen: %s: %s', (text, name) => {
  expect(doctor(text)).toBe(name)
})

test.each([
  ['doctor elizabeth van der berg rheumatology', 'elizabeth van der berg'],
  ['doctor de silva tomorrow', 'de silva'],
  ['doctor mohammed al amin on friday', 'mohammed al amin'],
  ['doctor o brien at 9', 'o brien'],
  ['doctor le on friday', 'le?'],
])('particles belong to the name: %s: %s', (text, name) => {
  expect(doctor(text)).toBe(name)
})

test.each([
  ['doctor april jones on the first of may', 'april jones'],
  ['doctor may on june the second', 'may?'],
  ['see doctor friday on thursday at three pm', 'friday?'],
  ['Dr. April Jones on May 1 at 10 AM', 'April Jones'],
  ['Next Wednesday at 9:30 with Dr. May', 'May?'],
  ['see doctor friday at three pm', null],
  ['See Doctor Friday at 3 PM', null],
  ['doctor may 5 at ten', null],
  ['see the doctor friday on thursday', null],
])('months and weekdays are names where they are no dates: %s: %s', (text, name) => {
  expect(doctor(text)).toBe(name)
})

test.each([
  ['dietitian with jenny on tuesday', 'jenny'],
  ['nurse practitioner kate wells wound dressing', 'kate wells'],
  ['appointment with daniel chan on friday', 'daniel chan?'],
  ['appointment with daniel on friday', 'daniel?'],
])('without a title a list of names tells one, a guess unless a calling stands before it: %s: %s', (text, name) => {
  expect(doctor(text)).toBe(name)
})

test.each([
  ['doctor jones told me to see doctor reed', 'reed'],
  ['referral from doctor jones for doctor patel', 'patel'],
  ['doctor jones referred me to the heart clinic', 'jones?'],
  ['doctor jones wants to see me', 'jones'],
  ['doctor jones and doctor reed', 'jones?'],
])('who sends somebody to another is not who is seen: %s: %s', (text, name) => {
  expect(doctor(text)).toBe(name)
})

describe('a name without a title is a guess', () => {
  test.each([
    ['Mr Okoro at the Royal, urology, Thursday at 2', 'Okoro?'],
    ['Mrs Owen in outpatients on Monday at 10', 'Owen?'],
    ['mr adeyemi at the royal on monday at ten', 'adeyemi?'],
    ['physical therapy monday at 7 with Marcus at the gym', 'Marcus?'],
    ['physio monday five pm ask for tom', 'tom?'],
    ['Massage on Monday at 3, ask for Zuleika', 'Zuleika?'],
    ['counselling with priya on monday', 'priya?'],
    ['osteopath with Lindsay on Wednesday at ten', 'Lindsay?'],
    ['hygienist on Monday with Beth', 'Beth?'],
    ['appointment on thursday, the one i see is called amit sharma', 'amit sharma?'],
    ['I am seeing Naomi for the smear on Monday', 'Naomi?'],
    ['Monday 9 December at 09:10, Ward 12, Mr P. Sandford', 'P. Sandford?'],
    ["counsellor on tuesday, her name's Maggie", 'Maggie?'],
    ['physio on monday at ten with someone called ravi', 'ravi?'],
  ])('%s: %s', (text, name) => {
    expect(doctor(text)).toBe(name)
  })

  test.each([
    ['Mrs Patel, your appointment is on Monday at 10'],
    ['Mr Jones has physio on Monday at 10'],
    ['lunch with Tom then dentist at 3'],
    ['I am going with Sarah to the eye test on Monday'],
    ['blood test monday with mum'],
    ['scan with contrast on monday'],
    ['Ask for Reception on Monday at 9'],
    ["I have to see Rose's doctor on Monday"],
    ['eye test on Monday for my husband, Mr Jones'],
    ['the consultant called me on Monday'],
    ['Dental hygienist Wed 2nd Dec half past twelve'],
    ['meeting with Alexandra Hospital on Monday'],
    ['with Martin and I to the scan on Monday'],
  ])('%s: nobody', (text) => {
    expect(doctor(text)).toBeNull()
  })

  test.each([
    ["Dr Ferris, that's my GP, has referred me to a Mr Adeyemi on Monday at 10", 'Adeyemi'],
    ['doctor lee my gp sent me to mr khan monday at ten', 'khan'],
    ["Doctor Lee, who's the dentist, referred us on to Mrs Gill for Monday", 'Gill'],
    ['Dr Lee, she is my GP, wants me to see Mr Gill on Monday', 'Gill'],
    ['Dr Lee recommended by Dr Kay on Monday', 'Lee'],
    ['see Dr Lee and ask for Tom at the desk on Monday', 'Lee'],
  ])('who is seen is whom somebody sends the person to: %s: %s', (text, name) => {
    expect(doctor(text)).toBe(name)
  })
})
