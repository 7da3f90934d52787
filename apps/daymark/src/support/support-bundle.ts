import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { processEnv } from '@daymark/platform'
import { UsageError } from '../services.ts'
import { collect } from './parts.ts'
import { archive } from './tar.ts'

const USAGE = 'Usage: daymark support-bundle [file] [--log <file>].'

/** Writes an archive without secrets for a bug report. It works without the database; the affected parts then contain the error. */
export async function supportBundle(words: string[]): Promise<void> {
  const { file, log } = options(words)
  const [env, at] = [processEnv(), new Date()]
  const name = `daymark-support-${at.toISOString().slice(0, 19).replaceAll(':', '-')}`
  const path = file ?? `${name}.tar.gz`
  const texts = await collect({ env, at, log: log ?? join(env['DAYMARK_DATA_DIR'] ?? 'data', 'daymark.log') })
  write(path, archive(name, texts, at))
  console.log(`${path}: ${Object.keys(texts).join(', ')}. It contains no secrets. Review it before you send it.`)
}

/** Never overwrites a file. */
function write(path: string, content: Buffer): void {
  try {
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(code === 'EEXIST' ? `${path} already exists.` : `${path} cannot be written (${code}).`)
  }
}

function options(words: string[]): { file?: string; log?: string } {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { log: { type: 'string' } },
      allowPositionals: true,
    })
    if (positionals.length > 1) throw new UsageError(USAGE)
    return { file: positionals[0], log: values.log }
  } catch {
    throw new UsageError(USAGE)
  }
}
