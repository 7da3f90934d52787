import { thumbHashToRGBA } from 'thumbhash'
import type { Pixels } from '../formats/pixels.ts'
import { createPlaceholder } from './render.ts'

const RED = [221, 51, 51]
const plain = (width: number, height: number): Pixels => {
  const data = Buffer.from(Array.from({ length: width * height }, () => RED).flat())
  return { data, width, height, channels: 3 }
}

it.each([
  [1, 1],
  [3, 400],
  [400, 3],
  [10, 140],
  [60, 40],
])('rule 17: the placeholder of a plain picture of %i x %i pixels is plain', async (width, height) => {
  const { rgba } = thumbHashToRGBA(Buffer.from(await createPlaceholder(plain(width, height)), 'base64'))
  const farthest = rgba.reduce((most, value, at) => Math.max(most, Math.abs(value - (RED[at % 4] ?? 255))), 0)
  expect(farthest).toBeLessThanOrEqual(16)
})
