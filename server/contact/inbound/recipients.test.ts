import { expect, it } from 'vitest'
import { isForUs } from './recipients.ts'

const config = { SUPPORT_EMAIL: 'Help@dosewell.example', MAIL_FROM: 'Dosewell <hello@mail.dosewell.example>' }

it.each([
  'help@dosewell.example',
  'HELP@DOSEWELL.EXAMPLE',
  'help+orders@dosewell.example',
  'hello@mail.dosewell.example',
  'postmaster@dosewell.example',
  'postmaster@mail.dosewell.example',
  'Postmaster',
])('a mail to %s is for us', (address) => expect(isForUs(address, config)).toBe(true))

it.each([
  'ann@dosewell.example',
  'help@other.example',
  'help@dosewell.example.org',
  'help%other.example@dosewell.example',
  '@dosewell.example',
  '',
])('a mail to “%s” is for somebody else', (address) => expect(isForUs(address, config)).toBe(false))
