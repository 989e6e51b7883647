import * as z from 'zod/mini'
import { COLOURS, type MedicineLook, type MedicinePicture, SHAPES } from '#domain/records/medicine-look.ts'

/** The picture as chosen; missing from drafts of an earlier version. Without a shape or a photo there is none. */
export const lookValuesShape = {
  lookShape: z._default(z.enum(['', ...SHAPES]), ''),
  lookColour: z._default(z.enum(COLOURS), 'white'),
  /** Empty: one colour. */
  lookSecond: z._default(z.enum(['', ...COLOURS]), ''),
  /** A JPEG in base64, or empty. */
  photo: z._default(z.string(), ''),
} as const

export type LookValues = { [Field in keyof typeof lookValuesShape]: z.infer<(typeof lookValuesShape)[Field]> }

export const EMPTY_LOOK: LookValues = { lookShape: '', lookColour: 'white', lookSecond: '', photo: '' }

export function lookValuesOf({ look, photo }: MedicinePicture): LookValues {
  const values = { ...EMPTY_LOOK, photo: photo ?? '' }
  if (!look) return values
  const [first = 'white', second = ''] = look.colours
  return { ...values, lookShape: look.shape, lookColour: first, lookSecond: second }
}

/** Returns the shape that was chosen; null if none was. */
export function lookOfValues({ lookShape, lookColour, lookSecond }: LookValues): MedicineLook | null {
  if (lookShape === '') return null
  return { shape: lookShape, colours: lookSecond === '' ? [lookColour] : [lookColour, lookSecond] }
}

export const photoOfValues = ({ photo }: LookValues): string | null => photo || null

export const sameLook = (one: MedicineLook | null, other: MedicineLook | null): boolean =>
  one?.shape === other?.shape && one?.colours.join() === other?.colours.join()
