import * as z from 'zod/mini'
import { COLOURS, type MedicineLook, SHAPES } from '#domain/records/medicine-look.ts'

/** The picture as chosen; missing from drafts of an earlier version. Without a shape there is none. */
export const lookValuesShape = {
  lookShape: z._default(z.enum(['', ...SHAPES]), ''),
  lookColour: z._default(z.enum(COLOURS), 'white'),
  /** Empty: one colour. */
  lookSecond: z._default(z.enum(['', ...COLOURS]), ''),
} as const

export type LookValues = { [Field in keyof typeof lookValuesShape]: z.infer<(typeof lookValuesShape)[Field]> }

export const EMPTY_LOOK: LookValues = { lookShape: '', lookColour: 'white', lookSecond: '' }

export function lookValuesOf(look: MedicineLook | null | undefined): LookValues {
  if (!look) return EMPTY_LOOK
  const [first = 'white', second = ''] = look.colours
  return { lookShape: look.shape, lookColour: first, lookSecond: second }
}

/** Returns the picture that was chosen; null if none was. */
export function lookOfValues({ lookShape, lookColour, lookSecond }: LookValues): MedicineLook | null {
  if (lookShape === '') return null
  return { shape: lookShape, colours: lookSecond === '' ? [lookColour] : [lookColour, lookSecond] }
}

export const sameLook = (one: MedicineLook | null, other: MedicineLook | null): boolean =>
  one?.shape === other?.shape && one?.colours.join() === other?.colours.join()
