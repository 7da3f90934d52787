import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import sharp from 'sharp'
import type { RunningProduct, SignedInUser } from './accounts.ts'

type Options = {
  count?: number
  tier?: 'starter' | 'professional'
  owner?: SignedInUser
  title?: string
  share?: object
  noise?: boolean
}

/** A small real JPEG that differs from the others. */
export const picture = (n: number): Promise<Buffer> =>
  sharp({ create: { width: 320 + n, height: 200, channels: 3, background: { r: 40 * n, g: 120, b: 90 } } })
    .jpeg()
    .toBuffer()

/** A picture larger than all buffers between server and visitor. */
const largePicture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 2400,
      height: 2000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()

/** Creates an owner, an album of processed pictures and a link to it, over HTTP. */
export async function createSharedGallery(daymark: RunningProduct, options: Options = {}) {
  const { count = 2, tier, title = 'Summer', share = {}, noise = false } = options
  const owner = options.owner ?? (await daymark.createUser({ tier }))
  const ids: string[] = []
  const originals: Buffer[] = []
  for (let n = 0; n < count; n++) {
    const bytes = noise ? await largePicture() : await picture(n)
    const { body } = await owner.upload<http.Image>('/api/images', {
      name: `Beach ${n}.JPG`,
      bytes,
      type: 'image/jpeg',
    })
    ids.push(body.id)
    originals.push(bytes)
  }
  const album = (await owner.post<http.Album>('/api/albums', { title, description: 'By the sea', theme: 'dark' })).body
  if (count) await owner.post(`/api/albums/${album.id}/images`, { image_ids: ids })
  await daymark.settle()
  const images = (await owner.get<http.AlbumDetail>(`/api/albums/${album.id}`)).body.images
  const link = await createLink(owner, { album_id: album.id, ...share })
  return { owner, album, images, originals, link, token: link.token, image: images[0] as http.Image }
}

export async function createLink(owner: Visitor, body: object): Promise<http.Share> {
  const answer = await owner.post<http.Share>('/api/shares', { ...body })
  if (answer.status !== 201) throw new Error(`no link: ${answer.status} ${answer.bytes.toString()}`)
  return answer.body
}

export const stem = (filename: string): string => filename.replace(/\.[^.]*$/, '')
export const mediaPath = (token: string, filename: string, size = 'md'): string =>
  `/media/share/${size}/${stem(filename)}.jpg?token=${token}`

/** All paths that a link opens: JSON, three sizes, download and ZIP. */
export const linkPaths = (token: string, filename: string): string[] => [
  `/api/shares/public/${token}`,
  ...['sm', 'md', 'lg'].map(size => mediaPath(token, filename, size)),
  `${mediaPath(token, filename)}&download=1`,
  `/api/shares/public/${token}/download`,
]
export const statuses = (visitor: Visitor, paths: string[]): Promise<number[]> =>
  Promise.all(paths.map(async path => (await visitor.get(path)).status))

/** Names and contents of a ZIP of uncompressed files, read from its central directory. */
export function unzip(zip: Buffer): { name: string; bytes: Buffer }[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const entries = zip.readUInt16LE(end + 10)
  const files: { name: string; bytes: Buffer }[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let i = 0; i < entries; i++) {
    const [size, nameLength] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    files.push({ name, bytes: zip.subarray(start, start + size) })
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
