import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fixture } from '@daymark/testing/outside'
import type { Download } from 'playwright-core'

const folders: string[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-e2e-'))
  folders.push(folder)
  return folder
}

/** A folder on this machine with real photos in it, as a photographer would drop it. */
export function folderOf(paths: string[]): string {
  const folder = newFolder()
  for (const path of paths) cpSync(fixture(path), join(folder, basename(path)))
  return folder
}

/** A folder that a test may change, with all that is in another one. */
export function copyOf(original: string): string {
  const folder = newFolder()
  cpSync(original, folder, { recursive: true })
  return folder
}

/** Files with these names and contents. */
export function filesOf(contents: Record<string, string | Buffer>): string[] {
  const folder = newFolder()
  return Object.entries(contents).map(([name, content]) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  })
}

/** A folder with these paths and contents, as a camera or a computer leaves it. */
export function treeOf(contents: Record<string, string | Buffer>): string {
  const folder = newFolder()
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

export const removeFolders = () => folders.splice(0).forEach(folder => rmSync(folder, { recursive: true }))

/** The browser may be another process's: what it keeps is streamed from there. */
export const bytesOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream())
