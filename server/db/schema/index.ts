export * from './health.ts'
export * from './identity.ts'
export * from './sync.ts'
