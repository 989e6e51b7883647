export * from './health.ts'
export * from './identity.ts'
export * from './push.ts'
export * from './sync.ts'
