import { processEnv } from '@daymark/platform'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { UsageError } from '../services.ts'
import { collectFiles } from './bundle-files.ts'

const TAR_BLOCK_BYTES = 512
const padBlock = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((TAR_BLOCK_BYTES - (bytes.length % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES)])

/** Creates a .tar.gz of a few small texts (POSIX ustar). */
function createTarArchive(folder: string, texts: Record<string, string>, modifiedAt: Date): Buffer {
  const blocks = Object.entries(texts).flatMap(([name, text]) => {
    const content = Buffer.from(text)
    return [createHeader(`${folder}/${name}`, content.length, modifiedAt), padBlock(content)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * TAR_BLOCK_BYTES)]))
}

function createHeader(name: string, size: number, modifiedAt: Date): Buffer {
  const block = Buffer.alloc(TAR_BLOCK_BYTES)
  const writeOctal = (value: number, length: number, offset: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset, 'ascii')
  block.write(name, 0, 100, 'utf8')
  writeOctal(0o600, 8, 100)
  writeOctal(0, 8, 108)
  writeOctal(0, 8, 116)
  writeOctal(size, 12, 124)
  writeOctal(Math.floor(modifiedAt.getTime() / 1000), 12, 136)
  block.write('0', 156, 'ascii')
  block.write('ustar\x0000', 257, 'binary')
  // the checksum is computed as if its own field contained spaces
  block.fill(' ', 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii')
  return block
}

const USAGE = 'Usage: daymark support-bundle [file] [--log <file>].'

/**
 * Runs `daymark support-bundle`: writes an archive without secrets for a bug report. It also works while the database is down; files that
 * need the database then contain the error.
 */
export async function writeSupportBundle(args: string[]): Promise<void> {
  const { file, log } = parseOptions(args)
  const [env, createdAt] = [processEnv(), new Date()]
  const name = `daymark-support-${createdAt.toISOString().slice(0, 19).replaceAll(':', '-')}`
  const path = file ?? `${name}.tar.gz`
  const texts = await collectFiles({
    env,
    createdAt,
    logPath: log ?? join(env['DAYMARK_DATA_DIR'] ?? 'data', 'daymark.log'),
  })
  writeNewFile(path, createTarArchive(name, texts, createdAt))
  console.log(`${path}: ${Object.keys(texts).join(', ')}. It contains no secrets. Review it before you send it.`)
}

/** Creates a file that only the current user can read. Throws a UsageError if the file exists. */
function writeNewFile(path: string, content: Buffer): void {
  try {
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(code === 'EEXIST' ? `${path} already exists.` : `${path} cannot be written (${code}).`)
  }
}

function parseOptions(args: string[]): { file?: string; log?: string } {
  try {
    const { values, positionals } = parseArgs({
      args: args,
      options: { log: { type: 'string' } },
      allowPositionals: true,
    })
    if (positionals.length > 1) throw new UsageError(USAGE)
    return { file: positionals[0], log: values.log }
  } catch {
    throw new UsageError(USAGE)
  }
}
