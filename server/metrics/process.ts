import { collectDefaultMetrics, type Registry } from 'prom-client'

/** Adds memory, CPU, the delay of the event loop and garbage collection. Once in a process: their observers are of all of it. */
export const watchProcess = (registry: Registry): void => collectDefaultMetrics({ register: registry })
