import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { programPath } from '../../../../tools/program-path.mjs'
import { type Program, S3_KEYS } from './program.ts'

/** As tools/s3-server.mjs compiles it. */
const VERSION = '1.8.0'
const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
const places = [join(cache, 'daymark', `versitygw-${VERSION}`), join(cache, 'daymark-cluster', 'bin')]

/** A real S3 server on a folder; where it has not been compiled, `node tools/s3-server.mjs` does. */
export function versityProgram(): Program | undefined {
  const command =
    places.map(place => join(place, 'versitygw')).find(path => existsSync(path)) ?? programPath('versitygw')
  if (!command) return undefined
  const keys = ['--access', S3_KEYS.accessKey, '--secret', S3_KEYS.secretKey]
  return {
    command,
    // what S3 knows of an object lies beside: not every file system of a container has extended attributes
    args: ({ port, folder, beside }) => [
      ...['--port', `127.0.0.1:${port}`, '--quiet', ...keys],
      'posix',
      '--sidecar',
      beside,
      folder,
    ],
  }
}
