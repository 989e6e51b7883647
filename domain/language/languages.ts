/** A language the app speaks, by the name that speakers give it. */
export interface Language {
  tag: LanguageTag
  name: string
  direction: 'ltr' | 'rtl'
  /** For `Intl`: with the country whose conventions hold where the tag leaves that open, and Western digits. */
  locale: string
}

export type LanguageTag = (typeof TAGS)[number]

/** English and those with a catalogue, which tests/repo keeps whole. */
export const TAGS = [
  ...(['en', 'ar', 'de', 'el', 'es', 'fil', 'fr', 'hi'] as const),
  ...(['it', 'ko', 'pa', 'pt', 'vi', 'zh-Hans', 'zh-Hant'] as const),
] as const

const NAMES: Readonly<Record<LanguageTag, string>> = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  el: 'Ελληνικά',
  es: 'Español',
  fil: 'Tagalog',
  fr: 'Français',
  hi: 'हिन्दी',
  it: 'Italiano',
  ko: '한국어',
  pa: 'ਪੰਜਾਬੀ',
  pt: 'Português',
  vi: 'Tiếng Việt',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
}

/**
 * Catalogues decide about words; these decide about dates, numbers, plurals and lists. An amount of a medicine is written
 * with the digits that are printed on its box, whatever a country's own are. Portuguese is that of Brazil, where most of
 * its speakers live.
 */
const LOCALES: Readonly<Partial<Record<LanguageTag, string>>> = {
  en: 'en-AU',
  ar: 'ar-u-nu-latn',
  hi: 'hi-u-nu-latn',
  pa: 'pa-u-nu-latn',
  pt: 'pt-BR',
}

const RIGHT_TO_LEFT: readonly LanguageTag[] = ['ar']

/** All languages, in the order of their tags with English first. */
export const LANGUAGES: readonly Language[] = TAGS.map((tag) => ({
  tag,
  name: NAMES[tag],
  direction: RIGHT_TO_LEFT.includes(tag) ? 'rtl' : 'ltr',
  locale: LOCALES[tag] ?? tag,
}))

export const ENGLISH = languageOf('en')

export const isLanguageTag = (value: unknown): value is LanguageTag => TAGS.some((tag) => tag === value)

/** Returns the language of the tag. */
export function languageOf(tag: LanguageTag): Language {
  const language = LANGUAGES.find((one) => one.tag === tag)
  if (!language) throw new Error(`${tag} is listed in NAMES only`)
  return language
}

/**
 * Returns the first language of the list that the app speaks, else English.
 * @param wanted tags of BCP 47 in order of preference, as browsers list them: `zh-TW`, `pt-BR`, `tl`
 */
export function firstSpoken(wanted: readonly string[]): LanguageTag {
  for (const tag of wanted) {
    const spoken = spokenAs(tag.toLowerCase())
    if (spoken) return spoken
  }
  return 'en'
}

function spokenAs(tag: string): LanguageTag | undefined {
  const [base = '', ...rest] = tag.split('-')
  if (base === 'zh') return /^(hant|tw|hk|mo)$/.test(rest[0] ?? '') ? 'zh-Hant' : 'zh-Hans'
  // Filipino is the standard form of Tagalog; browsers name either.
  return TAGS.find((one) => one === (base === 'tl' ? 'fil' : base))
}
