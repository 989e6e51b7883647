import { makeConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { TAGS } from '#domain/language/languages.ts'
import { REPOSITORY } from '../run.ts'
import { extractor } from './extractor.ts'

/** How `@lingui/cli` extracts the messages of the sources into the catalogues. */
export const EXTRACTION = makeConfig({
  rootDir: REPOSITORY,
  sourceLocale: 'en',
  locales: [...TAGS],
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
