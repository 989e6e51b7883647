import { language } from '#domain/language/translate.ts'
import { LINE, type Look, type Painter } from './type.ts'

/** Pixels per point: 300 to the inch. */
const SHARP = 300 / 72

// not translated: a font of CSS
const fontOf = ({ size, bold }: Look, scale: number): string => `${bold ? 700 : 400} ${size * scale}px sans-serif`

/** Returns a painter that uses the device's own fonts, which cover the languages its users use. */
export function canvasPainter(): Painter {
  const measuring = contextOf(document.createElement('canvas'))
  return {
    width(text, look) {
      measuring.font = fontOf(look, 1)
      return measuring.measureText(text).width
    },
    async paint(text, look) {
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(1, Math.ceil(this.width(text, look) * SHARP))
      canvas.height = Math.ceil(look.size * LINE * SHARP)
      const context = contextOf(canvas)
      context.font = fontOf(look, SHARP)
      context.fillStyle = '#1b2924'
      context.textBaseline = 'alphabetic'
      context.fillText(text, 0, canvas.height * 0.76)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      if (!blob) throw new Error('The browser made no picture of a text.')
      return new Uint8Array(await blob.arrayBuffer())
    },
  }
}

/** Numbers and names stand among the words as the language places them; `x` stays the left end. */
function directed(context: CanvasRenderingContext2D): CanvasRenderingContext2D {
  context.direction = language().direction
  context.textAlign = 'left'
  return context
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser gives no canvas to paint on.')
  return directed(context)
}
