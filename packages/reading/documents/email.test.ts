import { expect, it } from 'vitest'
import { emailIn } from './email.ts'

it.each<[string, string | null]>([
  ['Email: Reception@Carlton-Clinic.com.au', 'reception@carlton-clinic.com.au'],
  ['Write to dr.lee+forms@health.nsw.gov.au, please', 'dr.lee+forms@health.nsw.gov.au'],
  ['Contact us at info @clinic .com.au', 'info@clinic.com.au'],
  ['info@clinic,com.au', 'info@clinic.com.au'],
  ['info©clinic.org', 'info@clinic.org'],
  ['first@clinic.org\nsecond@clinic.org', 'first@clinic.org'],
  ['Email reception@clinic.com.au, Sydney. Phone 9555', 'reception@clinic.com.au'],
  ['Email reception@clinic.com. Phone 9555', 'reception@clinic.com'],
  ['www.clinic.com.au Ph 03 9555 1234', null],
  ['@clinic.com', null],
  ['Dr Lee @ Carlton Clinic', null],
  ['', null],
])('%s', (text, email) => {
  expect(emailIn(text)).toBe(email)
})
