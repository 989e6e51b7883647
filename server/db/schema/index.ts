export * from './identity.ts'
export * from './sync.ts'
