import * as z from 'zod/mini'
import { t } from '#domain/language/translate.ts'
import { type DoseNotices, FOLLOW_UP } from '#domain/records/dose-notices.ts'

/** The extra notices as chosen; missing from drafts of an earlier version. */
export const noticeValuesShape = {
  /** Minutes before, as text; empty: none. */
  headsUp: z._default(z.string(), ''),
  followUps: z._default(z.array(z.number()), []),
} as const

export interface NoticeValues {
  headsUp: string
  followUps: number[]
}

export const EMPTY_NOTICES: NoticeValues = { headsUp: '', followUps: [] }

export const noticeValuesOf = (notices: DoseNotices | null | undefined): NoticeValues => ({
  headsUp: notices?.headsUp == null ? '' : String(notices.headsUp),
  followUps: notices?.followUps ?? [],
})

/** Returns the notices that are chosen; null if there are none. */
export const noticesOfValues = ({ headsUp, followUps }: NoticeValues): DoseNotices | null =>
  headsUp === '' && followUps.length === 0 ? null : { headsUp: headsUp === '' ? null : Number(headsUp), followUps }

/** Returns what is wrong with which field. All that can be chosen one by one is right. */
export const noticeErrors = ({ followUps }: NoticeValues): { followUps?: string } =>
  followUps.length > FOLLOW_UP.count ? { followUps: t('Choose at most {count}', { count: FOLLOW_UP.count }) } : {}
