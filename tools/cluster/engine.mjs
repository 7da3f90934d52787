// Provides a Docker engine for tests: the engine of this machine, otherwise an engine that tools/cluster/docker.sh starts. On
// Debian this requires root.
import { spawnSync } from 'node:child_process'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { toolEnvironment } from '../../deploy/local/install.mjs'

/** Folder in which compiled tools are cached. paths.sh uses the same folder. */
export const toolCache =
  process.env.DAYMARK_CLUSTER_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'daymark-cluster')
const folder = import.meta.dirname
const isDockerAvailable = env =>
  ['version', 'compose version'].every(
    words => spawnSync('docker', words.split(' '), { env, stdio: 'ignore' }).status === 0,
  )

/** Returns the environment in which `docker` works, or the reason why no engine is available. `mayStart`: whether to start an engine. */
export function dockerEnvironment({ mayStart = false } = {}) {
  const env = toolEnvironment()
  if (isDockerAvailable(env)) return { env }
  const engineEnv = { ...env, PATH: [join(toolCache, 'root/usr/bin'), env.PATH].join(delimiter) }
  const runScript = (...words) => spawnSync(join(folder, 'docker.sh'), words, { env, encoding: 'utf8' })
  engineEnv.DOCKER_HOST = runScript('host').stdout?.trim()
  if (isDockerAvailable(engineEnv)) return { env: engineEnv }
  if (!mayStart) return { reason: 'no Docker engine responds' }
  if (process.getuid?.() !== 0) return { reason: 'no Docker engine responds, and only root can start one' }
  const { status, stderr } = runScript('up')
  if (status !== 0)
    return { reason: `no Docker engine responds, and none could be started: ${stderr.trim().split('\n').at(-1)}` }
  return { env: engineEnv }
}

/** Names of public images by the short names that tools/cluster/images.sh uses. */
const IMAGES = {
  base: 'debian:bookworm-slim',
  node: 'node:24-bookworm-slim',
  postgres: 'postgres:18',
  nats: 'nats:2.12-alpine',
  s3: 'versity/versitygw:v1.8.0',
}

/**
 * Pulls missing public images. If the registry is not reachable, it builds substitutes with the same names. Returns the reason if the build
 * fails too, otherwise undefined.
 */
export function provideImages(names, env) {
  for (const name of names) {
    const docker = (...words) => spawnSync('docker', words, { env, stdio: 'ignore' }).status === 0
    if (docker('image', 'inspect', IMAGES[name]) || docker('pull', '--quiet', IMAGES[name])) continue
    const { status, stderr } = spawnSync(join(folder, 'images.sh'), [name], { env, encoding: 'utf8' })
    if (status !== 0) return `${IMAGES[name]} can neither be pulled nor built: ${stderr.trim().split('\n').at(-1)}`
  }
  return undefined
}
