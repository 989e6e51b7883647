import fc from 'fast-check'

/** JSON Schema, as far as the API document uses it. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  minimum?: number
  maximum?: number
}

/** Texts that break databases, addresses, mails and spreadsheets. */
const BROKEN = [
  ...['\u0000', 'a\u0000b', '\ud83d', 'a\udc8a', `${'x'.repeat(99)}💊`, '\u202e', '\ufeff', '\u0085', '\t\r\n'],
  ...['__proto__', 'constructor', '%', "';--", '=1+1', '<b>', '\\', '1e400', 'a\r\nBcc: a@b.co'],
]
/** Three bytes each, all different, so that a database cannot compress them. */
const MANY_BYTES = String.fromCodePoint(...Array.from({ length: 900 }, (_, index) => 0x4e00 + index))

const WORDS = [
  ...['', ' ', 'a', 'null', 'daily', 'e\u0301', 'ﬃ', '١٢'],
  ...[20, 60, 80, 200, 500, 1000, 2000, 2001].flatMap((length) => ['x', '药', '💊'].map((one) => one.repeat(length))),
  MANY_BYTES,
]

/** For field names, values at the limits of what is allowed and just beyond; most are valid. */
const KINDS: [name: RegExp, texts: readonly string[]][] = [
  [
    /dates?(of.*)?$/i,
    ['0001-01-01', '1900-01-01', '1970-01-01', '2024-02-29', '2026-03-02', '2199-12-31', '9999-12-31'].concat([
      '0000-01-01',
      '2026-02-29',
      '2200-01-01',
      '10000-01-01',
      '-000001-01-01',
      '',
    ]),
  ],
  [
    /(at|from|until)$/i,
    ['2000-01-01T00:00:00.000Z', '2026-03-02T08:00:00+14:00', '2026-03-01T08:00:00.123456789Z'].concat(
      ['2199-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z', '9998-12-31T23:59:59.999Z', '1999-12-31T23:59:59.999Z'],
      ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-03-02T24:00:00Z'],
    ),
  ],
  [/zone$/i, ['UTC', 'aSIA/calcutta', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Mars/Olympus', '+10:00']],
  [/times?$/i, ['00:00', '08:00', '23:59', '8:00 AM', '12:00 am', '24:00']],
  [
    /^id$|Id$|^undoes$/,
    ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'].concat([
      '01920000-0000-7000-8000-00000000000A',
      'boss@example.org',
    ]),
  ],
  [/mail$/i, ['a@b.co', 'ada@example.org', `${'a'.repeat(64)}@${'b'.repeat(60)}.co`, '"a b"@example.org', 'ä@例え.jp']],
  [/endpoint/i, ['https://fcm.googleapis.com/a', `https://fcm.googleapis.com/${MANY_BYTES}`, 'http://a']],
]

const NUMBERS = [
  ...[0, -0, 1, -1, 0.1, 2, 7, 24, 36, 365, 366, 1e-320, 1e21, 1e308, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53],
  ...[-(2 ** 31) - 1, -(2 ** 53), 2 ** 63, 253402300799999],
]

/** A text of any kind. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...BROKEN),
  fc.constantFrom(...WORDS),
  fc.constantFrom(...KINDS.flatMap(([, texts]) => texts)),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** Any JSON value. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1 }, nested(60)),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Returns nested lists. */
function nested(depth: number): unknown {
  let value: unknown = []
  for (let level = 1; level < depth; level += 1) value = [value]
  return value
}

const textOf = (name: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...(KINDS.find(([kind]) => kind.test(name))?.[1] ?? WORDS)) },
    hostileText,
  )

/** Returns values at the limits of the schema; most of them are valid. `name`: the field's name. */
export function extremeOf(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const { anyOf, oneOf, allOf, enum: values, items, properties = {}, required = [] } = schema
  const ways = anyOf ?? oneOf ?? allOf
  if (ways) return fc.oneof(...ways.map((way) => extremeOf(way, name)))
  if ('const' in schema) return fc.constant(schema.const)
  if (values) return fc.constantFrom(...values)
  switch ([schema.type].flat()[0]) {
    case 'string':
      return textOf(name)
    case 'boolean':
      return fc.boolean()
    case 'number':
    case 'integer': {
      const { minimum = 0, maximum = 1 } = schema
      const within = fc.constantFrom(minimum, maximum, Math.min(minimum + 1, maximum))
      return fc.oneof({ weight: 4, arbitrary: within }, fc.constantFrom(...NUMBERS))
    }
    case 'array': {
      const item = items ? extremeOf(items, name) : hostileValue
      return fc.oneof({ weight: 4, arbitrary: fc.array(item, { maxLength: 2 }) }, fc.array(item, { maxLength: 26 }))
    }
    case 'object': {
      const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
        Object.entries(properties).map(([key, one]) => [key, extremeOf(one, key)]),
      )
      return fc.record<Record<string, unknown>, string>(fields, { requiredKeys: required })
    }
    case 'null':
      return fc.constant(null)
    default:
      return hostileValue
  }
}

/** Returns one to three fields, nearly always from the schema, with values that may or may not match it. */
export function hostileFields(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.entries(schema.properties ?? {})
  const unknown = hostileText.map((name): [string, JsonSchema] => [name, {}])
  const field =
    known.length === 0
      ? unknown
      : fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: unknown })
  const entry = field.chain(([name, one]) =>
    fc
      .oneof({ weight: 6, arbitrary: extremeOf(one, name) }, { weight: 1, arbitrary: hostileValue })
      .map((value): [string, unknown] => [name, value]),
  )
  return fc.array(entry, { minLength: 1, maxLength: 3 }).map((entries) => Object.fromEntries(entries))
}
