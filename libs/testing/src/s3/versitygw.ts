import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { programPath } from '../../../../tools/programs/program-path.mjs'

/** How to start an S3 server. `folder` contains the objects, `metadata` their metadata. */
export type Program = { command: string; args(options: { port: number; folder: string; metadata: string }): string[] }

export const S3_KEYS = { accessKey: 'daymark', secretKey: 'daymark-secret' } as const

/** Version of versitygw that tools/programs/s3-server.mjs compiles. */
const VERSION = '1.8.0'
const cacheFolder = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
const searchedFolders = [
  join(cacheFolder, 'daymark', `versitygw-${VERSION}`),
  join(cacheFolder, 'daymark-cluster', 'bin'),
]

/**
 * How to start versitygw, an S3 server that stores objects in a folder. Undefined if `node tools/programs/s3-server.mjs` has not compiled
 * it.
 */
export function findVersitygwProgram(): Program | undefined {
  const command =
    searchedFolders.map(folder => join(folder, 'versitygw')).find(path => existsSync(path)) ?? programPath('versitygw')
  if (!command) return undefined
  const keyArguments = ['--access', S3_KEYS.accessKey, '--secret', S3_KEYS.secretKey]
  return {
    command,
    // stores metadata in a separate folder, because some file systems of containers do not support extended attributes
    args: ({ port, folder, metadata }) => [
      '--port',
      `127.0.0.1:${port}`,
      '--quiet',
      ...keyArguments,
      'posix',
      '--sidecar',
      metadata,
      folder,
    ],
  }
}
