import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { http } from '@daymark/contracts'
import type { RunningProduct, SignedInUser } from './accounts.ts'
import { picture } from './shared-gallery.ts'

const EXIFTOOL = join(import.meta.dirname, '../../node_modules/exiftool-vendored.pl/bin/exiftool')

/** What a camera writes, under ExifTool's names. */
export type Tags = Record<string, string>
export const NIKON: Tags = { Make: 'NIKON CORPORATION', Model: 'NIKON Z 9', SerialNumber: '6004711' }
export const CANON: Tags = { Make: 'Canon', Model: 'Canon EOS R5', SerialNumber: '022031004822' }
export const PHONE: Tags = { Make: 'Apple', Model: 'iPhone 15' }
/** With a local time of 9 May 2025, such as 11:38:44. */
export const shot = (camera: Tags, time: string, more: Tags = {}): Tags => ({
  ...camera,
  DateTimeOriginal: `2025:05:09 ${time}`,
  ...more,
})

let made = 0
/** ExifTool takes a second to start on a busy machine: each set of tags is written once. */
const written = new Map<string, Promise<Buffer>>()
/** A real JPEG with these tags, whose bytes differ from every other one. */
export async function shotFile(tags: Tags, bytes?: Buffer): Promise<Buffer> {
  if (bytes) return tagged(tags, bytes)
  const key = JSON.stringify(tags)
  if (!written.has(key))
    written.set(
      key,
      picture(written.size).then(drawn => tagged(tags, drawn)),
    )
  const file = await written.get(key)!
  const comment = Buffer.from(`\u00ff\u00fe\0\u0006${String(made++).padStart(4, '0')}`, 'latin1')
  return Buffer.concat([file.subarray(0, 2), comment, file.subarray(2)])
}
function tagged(tags: Tags, bytes: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-shot-'))
  try {
    const file = join(folder, 'shot.jpg')
    writeFileSync(file, bytes)
    const given = Object.entries(tags).map(([name, value]) => `-EXIF:${name}=${value}`)
    execFileSync('perl', [EXIFTOOL, '-q', '-n', '-overwrite_original', ...given, file])
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Shots = readonly [name: string, tags: Tags][]
/** Photos of these names, uploaded one after another and ready; `draw` has something to see on each. */
export async function shots(
  daymark: RunningProduct,
  owner: SignedInUser,
  files: Shots,
  draw?: (n: number) => Promise<Buffer>,
): Promise<string[]> {
  const ids: string[] = []
  for (const [n, [name, tags]] of files.entries()) {
    const bytes = await shotFile(tags, await draw?.(n))
    const { body } = await owner.upload<http.Image>('/api/images', { name: `${name}.jpg`, bytes, type: 'image/jpeg' })
    ids.push(body.id)
  }
  await daymark.settle()
  return ids
}
