import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium } from '#tests/support/chromium.ts'
import { findPostgres } from '#tests/support/postgres.ts'
import { findSwift } from '#tests/support/s3-service.ts'
import type { Present } from './installation.ts'

const CHROMIUM_MISSING =
  'The browser tests need Chromium: install it (Debian: apt-get install chromium) or name its executable in CHROMIUM.'
const POSTGRES_MISSING =
  'The server tests need PostgreSQL for their second run: install it (Debian: apt-get install postgresql) or put its bin folder on PATH.'
const SWIFT_MISSING =
  'The tests of pictures in a bucket need OpenStack Swift: install it (Debian: apt-get install python3-swift).'

/** Finds a Chromium, or installs Debian's if this process may; otherwise returns a message about what to install. */
export function ensureChromium(): Present {
  return ensure(findChromium, ['chromium'], CHROMIUM_MISSING)
}

/** The same for PostgreSQL's server programs. */
export function ensurePostgres(): Present {
  return ensure(findPostgres, ['postgresql'], POSTGRES_MISSING)
}

/** The same for Swift, a service that speaks S3. */
export function ensureSwift(): Present {
  // The packages of its four servers only start what is in this one.
  return ensure(findSwift, ['python3-swift'], SWIFT_MISSING)
}

function ensure(find: () => string | undefined, debianPackages: string[], sentence: string): Present {
  if (find()) return { ok: true }
  if (mayInstall()) install(debianPackages)
  return find() ? { ok: true } : { ok: false, sentence }
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
}

/** Success is judged by looking for the program afterwards; apt-get has printed why it failed. */
function install(debianPackages: string[]): void {
  console.log(`Installing Debian's ${debianPackages.join(', ')} …`)
  const apt = (...words: string[]) =>
    spawnSync('apt-get', words, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('install', '--yes', '--no-install-recommends', ...debianPackages)
}
