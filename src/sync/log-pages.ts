import * as z from 'zod/mini'
import { COLUMNS_FORM, dosesAnswer, dosesPageEnd } from '#domain/protocol/doses.ts'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import { ask, type Got } from './ask.ts'
import type { DrainPorts } from './drain.ts'

/** A page in either form, with its events not parsed yet: columns, or else rows. */
const dosesPage = z.extend(dosesPageEnd, { columns: z.optional(z.unknown()) })

const readRows = (body: unknown) => z.safeParse(dosesAnswer, body).data?.events

export interface LogPage {
  /** The commit up to which it goes. */
  cursor: number
  more: boolean
  /** Parses its events; nothing if they cannot be read. */
  events(): LoggedDoseEvent[] | null | undefined
}

/** Returns a page of the log; null if this is none. */
export function readPage(body: unknown, reader: ColumnsReader): LogPage | null {
  const page = z.safeParse(dosesPage, body)
  if (!page.success) return null
  const { cursor, more, columns } = page.data
  return { cursor, more, events: () => (columns === undefined ? readRows(body) : reader?.eventsOfColumns(columns)) }
}

/**
 * Loaded only for a long log: from its beginning, or more than one page. Null if it cannot be loaded; then rows are
 * requested.
 */
export const columnsReader = () => import('#domain/protocol/log-columns-read.ts').catch(() => null)

export type ColumnsReader = Awaited<ReturnType<typeof columnsReader>>

export const askForDoses = (ports: DrainPorts, since: number, reader: ColumnsReader): Promise<Got> =>
  ask(ports, { method: 'GET', path: `/api/doses?since=${since}${reader ? `&form=${COLUMNS_FORM}` : ''}` })
