import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { project } from '../../../deploy/local/settings.mjs'
import { sh } from './cluster.mjs'

const CA = '/etc/ssl/certs/ca-certificates.crt'
/** Git reference of the version before the upgrade. Without it, the current sources are built under another name. */
const PREVIOUS = process.env.DAYMARK_PREVIOUS

/** Builds the images directly on the node: substitutes of public images, then server and web of the previous and the current version. */
export async function build() {
  await sh('bash', [join(project, 'tools/cluster/images.sh'), 'base', 'node', 'postgres', 'nats', 's3'])
  await version('current', project)
  if (!PREVIOUS) return version('previous', project)
  const folder = await mkdtemp(join(tmpdir(), 'daymark-previous-'))
  try {
    await sh('sh', ['-c', `git -c tar.umask=022 archive ${PREVIOUS} | tar x -C ${folder}`])
    await version('previous', folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function version(tag, folder) {
  for (const name of ['server', 'web']) {
    const options = ['--network=host', '--quiet', '--build-arg', `VERSION=${tag}`]
    const ca = existsSync(CA) ? ['--secret', `id=ca,src=${CA}`] : []
    const file = join(folder, `deploy/images/${name}.Dockerfile`)
    await sh('docker', ['build', ...options, ...ca, '--file', file, '--tag', `daymark/${name}:${tag}`, folder])
  }
}
