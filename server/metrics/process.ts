import { collectDefaultMetrics, type Registry } from 'prom-client'

/** Adds memory, CPU, event loop delay and garbage collection. Only once per process, since they observe all of it. */
export const watchProcess = (registry: Registry): void => collectDefaultMetrics({ register: registry })
