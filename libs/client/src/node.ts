import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FileSource } from './upload/source.ts'

/** A file on disk, streamed while it is sent: `daymark.images.upload(await fromPath('photo.jpg'))`. */
export async function fromPath(path: string): Promise<FileSource> {
  const { size } = await stat(path)
  return { name: basename(path), size, open: start => createReadStream(path, { start }) }
}
