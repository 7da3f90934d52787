import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { Tools } from '../shared/messages.ts'

/** The optional programs on this machine, for `daymark doctor`: a version or a path; null if missing. */
export type Capabilities = { exiftool: string | null; dcraw: string | null; tools: Tools }

/** `path`: the PATH to search. */
export async function capabilities(path: string): Promise<Capabilities> {
  const [perl, dcraw, prlimit] = await Promise.all(['perl', 'dcraw_emu', 'prlimit'].map(name => find(name, path)))
  const exiftool = perl ? await exiftoolVersion(perl) : null
  return {
    exiftool,
    dcraw: dcraw ?? null,
    tools: { perl: exiftool && perl ? perl : null, dcraw: dcraw ?? null, prlimit: prlimit ?? null },
  }
}

async function find(name: string, path: string): Promise<string | null> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const file = join(folder, name)
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return file
  }
  return null
}

/** Runs ExifTool, because a slim image may have a perl without the modules that ExifTool needs. */
async function exiftoolVersion(perl: string): Promise<string | null> {
  const vendored = createRequire(import.meta.resolve('exiftool-vendored'))
  try {
    const script = vendored('exiftool-vendored.pl') as string
    const { stdout } = await promisify(execFile)(perl, [script, '-ver'], { timeout: 60_000 })
    return stdout.trim()
  } catch {
    return null // any failure means that it cannot be used
  }
}
