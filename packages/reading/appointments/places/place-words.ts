import { PLACES } from '../cues.ts'
import { isFieldWord } from '../specialties/named.ts'
export const isBeside = (word: string): boolean => {
  const bare = word.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')
  return PLACES.neverInside.test(bare) || PLACES.saidShort.test(bare) || bare === 'down'
}

/** Whether a name says only what is done there, or for whom: `chest`, `hip and knee`, `minor injuries`; so a part of some place. */
export const isOfPart = (name: string): boolean =>
  name.split(' ').every((word) => PLACES.partOfPlace.test(word) || isFieldWord(word))

/** What ends the names of businesses of health. */
const BUSINESS =
  "smiles?|dental(?: (?:care|studio|group|surgery|practice|spa|suite))?|dentistry|dentists|orthodontics|endodontics|eye ?care|opticians?|optical|optometry|optometrists|vision|eyes|hearing(?: ?care)?|audiology|physio(?:therapy)?|physical therapy|rehab(?:ilitation)?|chiropractic|chiro|osteopathy|osteopaths|podiatry|foot ?care|medi-?clinic|health(?: ?care)?|wellness|wellbeing|diagnostics|labs?|laboratories|pathology|radiology|x-?ray|dermatology|rheumatology|cardiology|neurology|urology|gastroenterology|ophthalmology|oncology|nephrology|psychology|psychiatry|orthopa?edics|pa?ediatrics|obgyn|associates|family (?:practice|medicine|health|medical)|internal medicine|primary care|medical(?: (?:practice|group|partners|associates))?|women[’']s health|children[’']s health|skin cancer care|physicians|imaging|ultrasound|fertility|speech|hospice|polyclinic|cent(?:er|re)|general|memorial|regional|royal|private|& (?:co|sons|partners)"
/** `Vision Express`, `Spine Works`: what is done there, as a brand has it. */
const BRAND =
  '(?:vision|smiles?|dental|eyes?|spine|back|foot|feet|body|physio|hearing|health|skin|medi|tooth|teeth|optic\\w*|ortho|kids|chiro|wellness|pain) (?:express|direct|plus|works|first|hub|house|world|zone|point|studios?|lounge|one|matters|solutions|now|works|line|shop|store|clinics|partners|in motion|in focus)'
export const OF_BUSINESS = new RegExp(`^(?:.+ (?:${BUSINESS})|(?:.+ )?${BRAND}|royal .+)$`, 'iu')
