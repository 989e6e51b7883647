import { existsSync } from 'node:fs'
import path from 'node:path'
import { makeConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { LANGUAGES } from '#domain/language/languages.ts'
import { REPOSITORY } from '../run.ts'
import { extractor } from './extractor.ts'

/** The languages that have a catalogue, English first. */
export const CATALOGUED = LANGUAGES.map(({ tag }) => tag).filter((tag) =>
  existsSync(path.join(REPOSITORY, `locales/${tag}.po`)),
)

/** How `@lingui/cli` extracts the messages of the sources into the catalogues. */
export const EXTRACTION = makeConfig({
  rootDir: REPOSITORY,
  sourceLocale: 'en',
  locales: CATALOGUED,
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}',
      include: ['domain', 'server', 'src'],
      exclude: ['**/*.test.*', '**/testing/**'],
    },
  ],
  extractors: [extractor],
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
})
