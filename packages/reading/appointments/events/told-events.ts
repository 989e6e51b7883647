import type { Kind } from './event-kinds.ts'

const PERSON =
  '(?:i|we|he|she|they|mum|mom|dad|nan|gran|grandad|(?:my|our|the) (?:son|daughter|wife|husband|partner|mother|father|baby|kid|child|little one|toddler|[a-z]+))'
const MAIL = '(?:letter|text|message|e-?mail|card|postcard|invite|invitation|form|results?|voicemail|notification)'
const CALLER =
  '(?:they|hospital|clinic|surgery|practice|receptionist|nurse|secretary|office|gp|she|he|someone|somebody)'
/** Right before a day, said at once or with a word or two between. */
const TO_DAY =
  '(?= (?:\\p{L}+ ){0,2}(?:on |back on |just )?(?:the )?(?:last )?(?:\\d{1,2}(?:st|nd|rd|th)|\\d{1,2}[/.]\\d|\\d{1,2} (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{L}* \\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|today))'

const PASTIME =
  "lunch|brunch|dinner|coffee|drinks|soccer|football|footy|netball|basketball|cricket|rugby|hockey|tennis|golf|bowls|bingo|choir|haircut|hairdressers?|book club|school (?:run|pick ?-?up|play)|swimming|band practice|rehearsal|wedding|funeral|party|concert|movies?|cinema|training|bible study|parents?['’]? evening|(?:dance|piano|guitar|driving|swimming) (?:lessons?|class)"

/**
 * What people tell beside a visit, with its day: how it came to it, who called when, how old somebody is by now. Its day is not that of the
 * visit where another one is said; alone it may be, in doubt.
 */
export const TOLD: readonly Kind[] = [
  {
    opens: new RegExp(
      String.raw`\b(?:${MAIL} (?:that |which )?(?:(?:only |just |has |had |finally )?(?:came|come|arrived|landed|dropped|got here|turned up|went)|(?:is|was) (?:sent|posted|dated))|(?:got|had|received) (?:a|an|the|my|this|their) (?:\p{L}+ )?(?:${MAIL}|call|phone call|referral)(?: from(?: \p{L}+){1,2}| through)?|${CALLER} (?:rang|called|phoned|texted|wrote|emailed|messaged|wrote to)(?: (?:me|us|him|her|back))?|(?:booked|made|arranged) (?:it|this|that)|${PERSON} (?:(?:only |just |has |have )?turned \d{1,3}|(?:fell|tripped|slipped|collapsed|broke|hurt|injured|sprained|twisted|cut|fractured|tore|banged|knocked)(?: (?:over|down|off|my|his|her|the|a|\p{L}+)){0,3}|(?:was|were|got|has been|have been) (?:born|diagnosed|discharged|admitted|referred|let out|sent home|bitten|stung|hit|poorly|unwell|ill|sick)|(?:came|got) (?:home|out(?: of (?:the )?hospital)?)|gave birth|had (?:a|an|the|my|his|her) (?:fall|stroke|seizure|accident|heart attack|op|birthday|baby))|birthday (?:is|was|being)|it['’]?s (?:my|his|her|our|\p{L}+['’]s) birthday|(?:referral|letter|accident|fall|injury|birth) (?:was|happened)|symptoms (?:started|began))${TO_DAY}`,
      'giu',
    ),
    closes:
      /\b(?:and|but|so|then|now|says?|saying|said|for|with|about|appointments?|appts?|bookings?|visit|scan|check\p{L}*|is|will|wants?|next|see|seeing|to (?:say|tell|book)|it['’]?s|at|dr|doctor|\p{L}+(?:ology|ologist|ist))\b|[,;.!?]/giu,
    of: 'way',
  },
  {
    // What else somebody does that day, with its own time: "lunch with Pam at 12", "soccer on Friday at 4".
    opens: new RegExp(
      String.raw`\b(?:${PASTIME})\b(?! (?:street|road|lane|appointment|appt|visit|clinic|surgery|hospital|medical|health|practice|injur))(?=(?: (?!(?:dr|doctor|appointments?|and|then|so|but|with (?:dr|doctor))\b)[\p{L}\d]+){0,4} (?:at|from) (?:\d|half|quarter|noon|midday))`,
      'giu',
    ),
    closes: /\b(?:and|then|but|so|after that|dr|doctor|appointments?)\b|[,;.!?]/gi,
    of: 'way',
  },
]
