import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { missingPlatforms, type Packages } from '../../tools/lockfile.ts'

describe('package-lock.json installs on every platform', () => {
  it('has an entry for each platform package it names (else: node tools/lockfile.ts)', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Packages }
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100)
    expect(missingPlatforms(lock.packages)).toEqual({})
  })

  it('a missing platform package is found, with its pinned version and the platform of its name', () => {
    const optionalDependencies = {
      '@a/b-linux-arm64-musl': '1.2.3',
      '@a/b-win32-x64': '1.2.3',
      '@a/b-wasm32-wasi': '1.2.3',
    }
    const packages: Packages = {
      'node_modules/@a/b': { version: '1.2.3', dev: true, optionalDependencies },
      'node_modules/@a/b-win32-x64': { version: '1.2.3' },
    }
    expect(missingPlatforms(packages)).toEqual({
      'node_modules/@a/b-linux-arm64-musl': {
        version: '1.2.3',
        cpu: ['arm64'],
        os: ['linux'],
        libc: ['musl'],
        dev: true,
        optional: true,
      },
      'node_modules/@a/b-wasm32-wasi': { version: '1.2.3', cpu: ['wasm32'], dev: true, optional: true },
    })
  })

  it('a package nested beside its parent counts as locked', () => {
    const packages: Packages = {
      'node_modules/c': { version: '1.0.0', optionalDependencies: { 'd-linux-x64': '2.0.0' } },
      'node_modules/c/node_modules/d-linux-x64': { version: '2.0.0' },
    }
    expect(missingPlatforms(packages)).toEqual({})
  })
})
