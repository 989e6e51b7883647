/**
 * Load this before anything else (or with --import): it halves what reading the server's modules costs. Node parses a
 * package's list of entries again for each import of the package and for each of its modules; two packages have lists
 * of 180 kB and more (decision 068).
 */
import { registerHooks } from 'node:module'
import { foundOnce } from './found-once.ts'

registerHooks({ resolve: foundOnce() })
