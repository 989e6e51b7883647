import type { Context } from '../http/context.ts'
import type { PushTransport } from './transport.ts'

export interface PushContext extends Context {
  push: PushTransport
}
