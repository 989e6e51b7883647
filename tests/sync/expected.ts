import { CROWD_FAULTS, WIRE_FAULTS, WORLD_FAULTS } from './faults.ts'
import { OPERATIONS } from './operations.ts'

/** Runs with fewer seeds than this need not meet every kind. */
export const ENOUGH_FOR_ALL = 1000

/** What a run of many seeds must have met at least once: a case that never occurs proves nothing. */
export const EXPECTED = {
  operations: OPERATIONS,
  faults: [...WIRE_FAULTS, ...CROWD_FAULTS, ...WORLD_FAULTS],
  rules: [
    ...[
      'S1.1',
      'S1.2',
      'S1.3',
      'S2.1',
      'S2.2',
      'S2.4',
      'S3.1',
      'S3.2',
      'S3.4',
      'S3.5',
      'S4.1',
      'S4.3',
      'S4.6',
      'S4.6 asked instead',
      'S5.1',
      'S5.3',
    ],
    ...[
      'S6.1',
      'S6.2',
      'S6.3',
      'S6.4',
      'S6.5',
      'S6.6',
      'S7.1',
      'S8.1',
      'S8.2',
      'S8.3',
      'S9.1',
      'S9.2',
      'S9.3',
      'S10.1',
    ],
    ...['S11.1', 'S11.3', 'S11.4', 'S11.5', 'S11.6', 'S11.7', 'S11.9', 'S11.11'],
  ],
} as const
