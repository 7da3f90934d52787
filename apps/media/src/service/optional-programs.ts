import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { Tools } from '../shared/messages.ts'

/**
 * Optional programs of this machine: the version of ExifTool, the path of dcraw_emu, and the paths for decoders. Null for a missing
 * program.
 */
export type OptionalPrograms = { exiftool: string | null; dcraw: string | null; tools: Tools }

/** Searches for the optional programs in the folders of `path`, which has the format of PATH. */
export async function findOptionalPrograms(path: string): Promise<OptionalPrograms> {
  const [perl, dcraw, prlimit] = await Promise.all(
    ['perl', 'dcraw_emu', 'prlimit'].map(name => findProgram(name, path)),
  )
  const exiftool = perl ? await exiftoolVersion(perl) : null
  return {
    exiftool,
    dcraw: dcraw ?? null,
    tools: { perl: exiftool && perl ? perl : null, dcraw: dcraw ?? null, prlimit: prlimit ?? null },
  }
}

async function findProgram(name: string, path: string): Promise<string | null> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const file = join(folder, name)
    const isExecutable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isExecutable) return file
  }
  return null
}

/** Returns the version of ExifTool, or null if it does not run. The Perl of a slim container image may lack modules that ExifTool needs. */
async function exiftoolVersion(perl: string): Promise<string | null> {
  const requireVendored = createRequire(import.meta.resolve('exiftool-vendored'))
  try {
    const script = requireVendored('exiftool-vendored.pl') as string
    const { stdout } = await promisify(execFile)(perl, [script, '-ver'], { timeout: 60_000 })
    return stdout.trim()
  } catch {
    return null // ExifTool cannot run with this Perl
  }
}
