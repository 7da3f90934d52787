import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { http } from '@daymark/contracts'
import type { RunningProduct, SignedInUser } from './accounts.ts'
import { picture } from './shared-gallery.ts'

const EXIFTOOL = join(import.meta.dirname, '../../node_modules/exiftool-vendored.pl/bin/exiftool')

/** EXIF tags of a camera, by their ExifTool names. */
export type CameraTags = Record<string, string>
export const NIKON: CameraTags = { Make: 'NIKON CORPORATION', Model: 'NIKON Z 9', SerialNumber: '6004711' }
export const CANON: CameraTags = { Make: 'Canon', Model: 'Canon EOS R5', SerialNumber: '022031004822' }
export const PHONE: CameraTags = { Make: 'Apple', Model: 'iPhone 15' }
/** The tags of a photo taken at a local time of 9 May 2025, such as 11:38:44. */
export const tagsOf = (camera: CameraTags, time: string, more: CameraTags = {}): CameraTags => ({
  ...camera,
  DateTimeOriginal: `2025:05:09 ${time}`,
  ...more,
})

let fileCount = 0
/** Files by their tags. ExifTool takes a second to start, so each set of tags is written once. */
const taggedFiles = new Map<string, Promise<Buffer>>()
/** A real JPEG with these tags and unique bytes. */
export async function jpegWithTags(tags: CameraTags, bytes?: Buffer): Promise<Buffer> {
  if (bytes) return writeTags(tags, bytes)
  const key = JSON.stringify(tags)
  if (!taggedFiles.has(key))
    taggedFiles.set(
      key,
      picture(taggedFiles.size).then(drawn => writeTags(tags, drawn)),
    )
  const file = await taggedFiles.get(key)!
  const comment = Buffer.from(`\u00ff\u00fe\0\u0006${String(fileCount++).padStart(4, '0')}`, 'latin1')
  return Buffer.concat([file.subarray(0, 2), comment, file.subarray(2)])
}
function writeTags(tags: CameraTags, bytes: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-shot-'))
  try {
    const file = join(folder, 'shot.jpg')
    writeFileSync(file, bytes)
    const args = Object.entries(tags).map(([name, value]) => `-EXIF:${name}=${value}`)
    execFileSync('perl', [EXIFTOOL, '-q', '-n', '-overwrite_original', ...args, file])
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type NamedTags = readonly [name: string, tags: CameraTags][]
/** Uploads photos with these names and tags in order, waits until they are processed and returns their ids. `draw` returns their content. */
export async function uploadTagged(
  daymark: RunningProduct,
  owner: SignedInUser,
  files: NamedTags,
  draw?: (n: number) => Promise<Buffer>,
): Promise<string[]> {
  const ids: string[] = []
  for (const [n, [name, tags]] of files.entries()) {
    const bytes = await jpegWithTags(tags, await draw?.(n))
    const { body } = await owner.upload<http.Image>('/api/images', { name: `${name}.jpg`, bytes, type: 'image/jpeg' })
    ids.push(body.id)
  }
  await daymark.settle()
  return ids
}
