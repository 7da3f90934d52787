import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { type Picture, sha256 } from './pictures.ts'

/** Uploads a picture and repeats the request with the same idempotency key until the product answers 200 or 201. */
export async function uploadWithRetry(user: Visitor, picture: Picture, path = '/api/images'): Promise<http.Image> {
  const headers = { 'idempotency-key': randomUUID() }
  for (const until = Date.now() + 120_000; Date.now() < until;) {
    try {
      const answer = await user.upload<http.Image>(
        path,
        { name: picture.name, bytes: picture.bytes, type: 'image/jpeg' },
        { headers },
      )
      if (answer.status === 201 || answer.status === 200) return answer.body
      if (answer.status < 500) throw new Refused(`${answer.status} ${answer.bytes.toString()}`)
    } catch (error) {
      if (error instanceof Refused) throw error // other errors come from a broken connection
    }
    await delay(150)
  }
  throw new Error(`${picture.name} was never acknowledged`)
}
class Refused extends Error {}

/** Expects the unchanged original and all three variants. */
export async function expectComplete(user: Visitor, image: http.Image, picture: Picture | undefined): Promise<void> {
  const original = await user.get(`/media/originals/${image.filename}`)
  expect(sha256(original.bytes)).toBe(picture?.sha256)
  const stem = image.filename.replace(/\.[^.]+$/, '')
  for (const size of ['sm', 'md', 'lg']) {
    const variant = await user.get(`/media/variants/${size}/${stem}.jpg`)
    expect([size, variant.status, variant.headers.get('content-type')]).toEqual([size, 200, 'image/jpeg'])
  }
}
