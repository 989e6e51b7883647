import { isFieldWord } from '../specialties/fields.ts'

/** Small words inside names of places: `University of Sydney Medical Centre`. */
export const INSIDE = /^(?:of|and|the|for|de|&|\+)$/
export const ARTICLE = /^(?:the|a|an|my|our|his|her|their|your)$/i

/** What is said beside the name of a place, and is never a part of it. */
const NEVER_INSIDE =
  /^(?:appointments?|appts?|bookings?|booked|visits?|phone|tel|telephone|numbers?|mobile|ring|rings|rang|call|calls|called|contact|ask|e-?mail|fax|please|bring|arrive|come|came|attend|go|going|went|get|got|getting|see|sees|seeing|saw|check|checks|check-?ups?|checking|follow|follow-?ups?|scans?|tests?|results?|reviews?|consult\w*|again|instead|then|also|because|just|still|only|says?|said|told|put|add|remind|reminder|needs?|wants?|do|does|doing|don['’]?t|costs?|having|takes?|taking|week|weeks|month|months|reception|rooms?|level|floor|suite|desk|dr|mr|mrs|ms|fasting|thanks?|cheers|ok|okay|parking|letter|jab|jabs|shot|booster|remember|date|time|patient|dear|hello|hi|behind|opposite|beside|under|above|off|across|inside|outside|via|since|until|till|while|when|where|whoever|(?:mum|mom|mam|dad|nan|nana|gran|granny|grandma|grandad|grandpa|husband|wife|daughter)(?:['’]?s)?|son['’]?s)$/i
/** `it's`, `I've`, `she'll`; and `put down`, before what is to be noted. */
const SAID_SHORT = /^(?:(?:it|that|there|here|what|where|who|he|she|they|we|you|i)['’](?:s|m|re|ve|ll|d)|its)$/i
export const isBeside = (word: string): boolean => {
  const bare = word.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')
  return NEVER_INSIDE.test(bare) || SAID_SHORT.test(bare) || bare === 'down'
}

/** Words of parts of a hospital or a practice: `minor injuries unit`, `pre-op clinic`. */
const PART =
  /^(?:memory|sleep|walk-?in|walk|in|urgent|care|minor|injury|injuries|day|surgery|surgical|medical|pre-?op|pre-?admission|pre-?assessment|assessment|endoscopy|phlebotomy|bloods?|vaccinations?|vaccines?|immunisation|flu|covid|jabs?|travel|wound|dressings?|leg|ulcer|family|planning|well|woman|man|baby|smear|breast|continence|weight|loss|rehab|nurses?|nurse-led|gp|doctors?|specialist|consultant|follow-?up|review|new|patients?|out-?patients?|opd|main|x-?ray|scan|scanning|imaging|ultrasound|mri|ct|dexa|emergency|accident|a&e|research|virtual|one-stop|rapid|access|early|genetics?|transplant|infusion|injections?|department|departments|dept|clinic|unit|ward|reception|desk|suite|block|entrance|building|floor|local|old|usual|same|after|hours|evening|morning|afternoon|adult|child|ladies|men['’]?s|sports|hand|joint|annual|routine|physio|speech|screening|oncall|laser|therapy|eye-?care|opticians?|orthodontic|primary|general|services?|programme|occupational|of|and|the|&|\+)$/i

/** Whether a name says only what is done there, or for whom: `chest`, `hip and knee`, `minor injuries`; so a part of some place. */
export const isOfPart = (name: string): boolean => name.split(' ').every((word) => PART.test(word) || isFieldWord(word))

/** What ends the names of businesses of health. */
const BUSINESS =
  "smiles?|dental(?: (?:care|studio|group|surgery|practice|spa|suite))?|dentistry|dentists|orthodontics|endodontics|eye ?care|opticians?|optical|optometry|optometrists|vision|eyes|hearing(?: ?care)?|audiology|physio(?:therapy)?|physical therapy|rehab(?:ilitation)?|chiropractic|chiro|osteopathy|osteopaths|podiatry|foot ?care|medi-?clinic|health(?: ?care)?|wellness|wellbeing|diagnostics|labs?|laboratories|pathology|radiology|x-?ray|dermatology|rheumatology|cardiology|neurology|urology|gastroenterology|ophthalmology|oncology|nephrology|psychology|psychiatry|orthopa?edics|pa?ediatrics|obgyn|associates|family (?:practice|medicine|health|medical)|internal medicine|primary care|medical(?: (?:practice|group|partners|associates))?|women[’']s health|children[’']s health|skin cancer care|physicians|imaging|ultrasound|fertility|speech|hospice|polyclinic|cent(?:er|re)|general|memorial|regional|royal|private|& (?:co|sons|partners)"
/** `Vision Express`, `Spine Works`: what is done there, as a brand has it. */
const BRAND =
  '(?:vision|smiles?|dental|eyes?|spine|back|foot|feet|body|physio|hearing|health|skin|medi|tooth|teeth|optic\\w*|ortho|kids|chiro|wellness|pain) (?:express|direct|plus|works|first|hub|house|world|zone|point|studios?|lounge|one|matters|solutions|now|works|line|shop|store|clinics|partners|in motion|in focus)'
export const OF_BUSINESS = new RegExp(`^(?:.+ (?:${BUSINESS})|(?:.+ )?${BRAND}|royal .+)$`, 'iu')
