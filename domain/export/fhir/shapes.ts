/** The parts of FHIR R4 (4.0.1, hl7.org/fhir/R4) that an export uses, as JSON. */

export interface Concept {
  text: string
}

export interface Reference {
  type?: string
  reference?: string
  display?: string
}

export interface Quantity {
  value: number
  unit: string
  system?: string
  code?: string
}

export interface Repeat {
  boundsPeriod?: { start?: string; end?: string }
  boundsDuration?: Quantity
  frequency?: number
  period?: number
  periodUnit?: 'h' | 'd'
  dayOfWeek?: string[]
  timeOfDay?: string[]
}

export interface Dosage {
  sequence?: number
  text: string
  patientInstruction?: string
  timing?: { repeat: Repeat }
  asNeededBoolean?: boolean
  doseAndRate?: { doseQuantity: Quantity }[]
  maxDosePerPeriod?: { numerator: Quantity; denominator: Quantity }
}

export interface Narrative {
  status: 'generated'
  div: string
}

export interface Resource {
  resourceType: string
  id: string
  text?: Narrative
  [field: string]: unknown
}

export interface Entry {
  fullUrl: string
  resource: Resource
}

/** UCUM, the code system of units. */
export const UCUM = 'http://unitsofmeasure.org'

/** Returns the resource with its address inside of the bundle. */
export const entryOf = (resource: Resource): Entry => ({ fullUrl: `urn:uuid:${resource.id}`, resource })

export const referenceTo = (type: string, id: string): Reference => ({ type, reference: `urn:uuid:${id}` })

/** Returns the text as XHTML, for people who read the resource without a program that knows its fields. */
export const narrative = (text: string): Narrative => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml">${escaped(text)}</div>`,
})

const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** Returns the text without control characters, which FHIR's `string` may not have. */
export const plainText = (text: string): string => text.replaceAll(/[^\P{Cc}\t\n\r]/gu, ' ')

/** Returns the text; null for what is empty or only space, which FHIR's `string` may not be. */
export function textOrNull(text: string): string | null {
  const plain = plainText(text).trim()
  return plain === '' ? null : plain
}

/** Returns the fields that have a value. */
export function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]: NonNullable<Fields[Name]> } {
  const there = Object.entries(fields).filter(([, value]) => value != null && !(Array.isArray(value) && !value.length))
  return Object.fromEntries(there) as { [Name in keyof Fields]: NonNullable<Fields[Name]> }
}
