import { thumbHashToRGBA } from 'thumbhash'
import type { Pixels } from '../formats/pixels.ts'
import { createPlaceholder } from './render.ts'

const RED = [221, 51, 51]
const createPlainPicture = (width: number, height: number): Pixels => {
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
  const { rgba } = thumbHashToRGBA(Buffer.from(await createPlaceholder(createPlainPicture(width, height)), 'base64'))
  const differences = [...rgba].map((value, at) => Math.abs(value - (RED[at % 4] ?? 255)))
  expect(Math.max(...differences)).toBeLessThanOrEqual(16)
})
