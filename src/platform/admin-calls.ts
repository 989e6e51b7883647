import * as z from 'zod/mini'
import {
  type AdminMail,
  type AdminStats,
  type AdminUsersPage,
  adminDoneAnswer,
  adminMailAnswer,
  adminStatsAnswer,
  adminUsersAnswer,
  type GrantPromotion,
  grantPromotionAnswer,
  type IncomingEmail,
  incomingEmailsAnswer,
  type Mailing,
  mailingsAnswer,
  type SetAsideCounts,
  setAsideAnswer,
} from '#domain/protocol/admin.ts'
import { type ApiCall, apiCall } from './api-call.ts'

/**
 * A refusal's `sentence` is the server's own, else `status: body text` (specification, section 7). `no-answer`: none
 * came, or none that this version understands.
 */
export type AdminAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; status: number; sentence: string; field: string | null }
  | { kind: 'no-answer' }

const ADMIN = '/api/admin'

/** Sends GET /api/admin/stats. Like every call here, it is sent once, bypasses every cache and never rejects. */
export const fetchStats = (signal: AbortSignal): Promise<AdminAnswer<AdminStats>> =>
  ask(adminStatsAnswer, { method: 'GET', path: `${ADMIN}/stats`, signal })

/** GET /api/admin/set-aside: for how many accounts something could not be read, planned or sent. */
export const fetchSetAside = (signal: AbortSignal): Promise<AdminAnswer<SetAsideCounts>> =>
  ask(setAsideAnswer, { method: 'GET', path: `${ADMIN}/set-aside`, signal })

/** GET /api/admin/users: matching accounts, newest first, starting at `cursor`; null is the first page. */
export function fetchUsers(
  query: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<AdminAnswer<AdminUsersPage>> {
  const asked = new URLSearchParams({ query, ...(cursor === null ? {} : { cursor }) })
  return ask(adminUsersAnswer, { method: 'GET', path: `${ADMIN}/users?${asked}`, signal })
}

/** DELETE /api/admin/users/{id}: the account and all its data. */
export const deleteUser = (id: string) =>
  ask(adminDoneAnswer, { method: 'DELETE', path: `${ADMIN}/users/${encodeURIComponent(id)}` })

/** POST /api/admin/users/{id}/reset-password: all its sessions and push subscriptions. */
export const resetPassword = (id: string) =>
  ask(adminDoneAnswer, { method: 'POST', path: `${ADMIN}/users/${encodeURIComponent(id)}/reset-password` })

/** POST /api/admin/grant-promotion. Granted only once under the same key. */
export const grantPromotion = (body: GrantPromotion, key: string) =>
  ask(grantPromotionAnswer, { method: 'POST', path: `${ADMIN}/grant-promotion`, body, key })

/**
 * POST /api/admin/send-email: returns for how many recipients it was accepted. Under the same key nobody gets it twice.
 */
export const sendEmail = (body: AdminMail, key: string) =>
  ask(adminMailAnswer, { method: 'POST', path: `${ADMIN}/send-email`, body, key })

/** GET /api/admin/mailings: progress of the mails to many, newest first. */
export const fetchMailings = (signal: AbortSignal): Promise<AdminAnswer<Mailing[]>> =>
  ask(mailingsAnswer, { method: 'GET', path: `${ADMIN}/mailings`, signal })

/** GET /api/admin/incoming-emails: the newest, or those older than the mail `before`. */
export function fetchInbox(before: string | null, signal: AbortSignal): Promise<AdminAnswer<IncomingEmail[]>> {
  const query = before === null ? '' : `?${new URLSearchParams({ before })}`
  return ask(incomingEmailsAnswer, { method: 'GET', path: `${ADMIN}/incoming-emails${query}`, signal })
}

/** PATCH /api/admin/incoming-emails/{id}/read. */
export const markEmailRead = (id: string) =>
  ask(adminDoneAnswer, { method: 'PATCH', path: `${ADMIN}/incoming-emails/${encodeURIComponent(id)}/read` })

/** DELETE /api/admin/incoming-emails/{id}. */
export const deleteEmail = (id: string) =>
  ask(adminDoneAnswer, { method: 'DELETE', path: `${ADMIN}/incoming-emails/${encodeURIComponent(id)}` })

async function ask<T>(schema: z.ZodMiniType<T>, call: ApiCall): Promise<AdminAnswer<T>> {
  const answer = await apiCall(call)
  if (answer.kind === 'no-answer') return answer
  if (answer.kind === 'error') {
    return { kind: 'refused', status: answer.status, sentence: answer.message, field: answer.field }
  }
  const said = z.safeParse(schema, answer.body)
  return said.success ? { kind: 'ok', value: said.data } : { kind: 'no-answer' }
}
