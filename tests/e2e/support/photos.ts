import { basename } from 'node:path'
import type { http } from '@daymark/contracts'
import { fixture } from '@daymark/testing/outside'
import sharp from 'sharp'
import type { RunningProduct, SignedInUser } from '../../support/accounts.ts'

/** A small drawn landscape in a color that depends on `n`, for tests that do not depend on the content of photos. */
export const sampleJpeg = (n: number, width = 600, height = 400): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
        <rect width="100%" height="100%" fill="hsl(${n * 47} 45% 70%)"/>
        <circle cx="70%" cy="30%" r="40" fill="hsl(${n * 47} 80% 90%)"/>
        <path d="M0 ${height} L${width / 3} ${height / 2} L${width} ${height}Z" fill="hsl(${n * 47} 40% 35%)"/>
      </svg>`,
    ),
  )
    .jpeg()
    .toBuffer()

async function upload(
  owner: SignedInUser,
  file: string | { name: string; bytes: Buffer; type: string },
): Promise<string> {
  const { status, body } = await owner.upload<http.Image>('/api/images', file)
  expect(status).toBe(201)
  return body.id
}

async function ready(daymark: RunningProduct, owner: SignedInUser, ids: string[]): Promise<http.Image[]> {
  await daymark.settle()
  return Promise.all(ids.map(async id => (await owner.get<http.Image>(`/api/images/${id}`)).body))
}

/** Uploads sample photos named 'Dune 1.jpg', 'Dune 2.jpg' … in this order and waits until they are processed. */
export async function uploadSamples(
  daymark: RunningProduct,
  owner: SignedInUser,
  count: number,
): Promise<http.Image[]> {
  const ids: string[] = []
  for (let n = 1; n <= count; n++) {
    const [width, height] = n % 3 === 0 ? [400, 600] : [600, 400]
    ids.push(
      await upload(owner, { name: `Dune ${n}.jpg`, bytes: await sampleJpeg(n, width, height), type: 'image/jpeg' }),
    )
  }
  return ready(daymark, owner, ids)
}

/** Uploads real photos in this order and waits until they are processed. */
export async function uploadFixtures(
  daymark: RunningProduct,
  owner: SignedInUser,
  paths: string[],
): Promise<http.Image[]> {
  const ids: string[] = []
  for (const path of paths) ids.push(await upload(owner, fixture(path)))
  return ready(daymark, owner, ids)
}

export const fileName = (path: string) => basename(path)

const AT_ONCE = 8

/** Uploads many tiny photos, 'Many 1.jpg' …, concurrently and therefore in no fixed order. */
export async function uploadTinySamples(daymark: RunningProduct, owner: SignedInUser, count: number): Promise<void> {
  let next = 1
  const work = async () => {
    for (let n = next++; n <= count; n = next++)
      await upload(owner, {
        name: `Many ${n}.jpg`,
        bytes: await sampleJpeg(n, 48, n % 3 ? 32 : 64),
        type: 'image/jpeg',
      })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await daymark.settle()
}
