import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Not HTML, because the server inserts the version and more when it delivers a page. */
const COMPRESSED = /\.(js|css|svg|yaml|json|md|txt)$/
/** In bytes; a smaller file gains nothing. */
const SMALLEST = 1024

/**
 * Writes `x.br` and `x.gz` next to each text file of a folder. Both servers of the application (gateway and nginx) send
 * these, because the best compression is too slow for each request.
 */
export function precompressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (!COMPRESSED.test(name) || /(^|[/\\])\./.test(name) || statSync(path).size < SMALLEST) continue
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
