import { Counter, Histogram, type Registry } from 'prom-client'

/** In seconds: from a response out of memory to one that a user gives up on. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A connection that stays open has no meaningful duration. */
const STREAMED = '/api/events'

export interface Answered {
  method: string
  /** As registered (`/api/medications/:id`), never the requested address; undefined if no route matched. */
  route: string | undefined
  status: number
  seconds: number
}

export interface RequestMetrics {
  answered(request: Answered): void
}

/** Counts requests by route and status, and how long they took. */
export function requestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry]
  const requests = new Counter({
    name: 'dosewell_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'dosewell_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  })
  return {
    answered({ method: asked, route = '(none)', status, seconds }) {
      const method = METHODS.has(asked) ? asked : '(other)'
      requests.inc({ method, route, status })
      if (route !== STREAMED) durations.observe({ method, route }, seconds)
    },
  }
}
