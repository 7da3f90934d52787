import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Matches files that are compressed. HTML is excluded, because the server inserts values, such as the version, when it
 * delivers a page.
 */
const COMPRESSIBLE = /\.(js|css|svg|yaml|json|md|txt)$/
/** Minimum size of a compressed file, because the compression of smaller files saves nothing. */
const MIN_BYTES = 1024

/**
 * Writes `x.br` and `x.gz` next to each text file of a folder. The gateway and nginx send these files, because the best
 * compression is too slow for each request.
 */
export function precompressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (!COMPRESSIBLE.test(name) || /(^|[/\\])\./.test(name) || statSync(path).size < MIN_BYTES) continue
    precompressFile(path)
  }
}

export function precompressFile(path: string): void {
  const bytes = readFileSync(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
}

export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir }) {
    if (dir) precompressFolder(dir)
  },
})
