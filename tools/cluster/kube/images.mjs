import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { project } from '../../../deploy/local/settings.mjs'
import { runProgram } from './cluster.mjs'

const CERTIFICATE_AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'
/**
 * Git reference of the version from which the test upgrades. Without it, the current sources are also used as the previous version, under
 * another tag.
 */
const PREVIOUS = process.env.DAYMARK_PREVIOUS

/**
 * Builds all images on the node of the cluster, which needs no registry: substitutes of the public images, then server and web of the
 * previous and the current version.
 */
export async function buildAllImages() {
  await runProgram('bash', [join(project, 'tools/cluster/images.sh'), 'base', 'node', 'postgres', 'nats', 's3'])
  await buildImages('current', project)
  if (!PREVIOUS) return buildImages('previous', project)
  const folder = await mkdtemp(join(tmpdir(), 'daymark-previous-'))
  try {
    await runProgram('sh', ['-c', `git -c tar.umask=022 archive ${PREVIOUS} | tar x -C ${folder}`])
    await buildImages('previous', folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function buildImages(tag, folder) {
  for (const name of ['server', 'web']) {
    const options = ['--network=host', '--quiet', '--build-arg', `VERSION=${tag}`]
    if (existsSync(CERTIFICATE_AUTHORITIES)) options.push('--secret', `id=ca,src=${CERTIFICATE_AUTHORITIES}`)
    const file = join(folder, `deploy/images/${name}.Dockerfile`)
    await runProgram('docker', ['build', ...options, '--file', file, '--tag', `daymark/${name}:${tag}`, folder])
  }
}
