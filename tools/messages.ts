/**
 * `npm run messages`: brings locales/*.po up to date with the sources. New messages appear without a translation,
 * messages that no source uses go.
 */
import { getCatalogs } from '@lingui/cli/api'
import { EXTRACTION } from './messages/config.ts'

const [catalogue] = await getCatalogs(EXTRACTION)
if (!catalogue) throw new Error('The configuration names no catalogue.')
const made = await catalogue.make({ clean: true, overwrite: false, orderBy: 'origin' })
if (!made) {
  process.exitCode = 1
} else {
  for (const [tag, messages] of Object.entries(made)) {
    const missing = Object.values(messages).filter(({ translation }) => !translation).length
    console.log(`${tag}: ${Object.keys(messages).length} messages, ${missing} to translate`)
  }
}
