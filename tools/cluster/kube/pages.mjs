import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../../../deploy/local/settings.mjs'
import { helm, NAMESPACE, RELEASE, sh, until } from './cluster.mjs'

const PAGES = ['kubernetes', 'upgrade']
/** A second release: the page about a first installation needs a namespace without a release. */
const OWN = `${NAMESPACE}-by-the-page`
const VALUES = 'tools/cluster/kube/values.yaml'

/** Each command of kubectl and helm that stands on a line of its own or between backticks, as an operator copies it. */
function commandsOf(page) {
  const text = readFileSync(join(project, `docs/operations/${page}.md`), 'utf8')
  const lines = text.replaceAll(/\\\n\s*/g, '').matchAll(/^(?:kubectl|helm) .*$|`((?:kubectl|helm) [^`]*--[^`]*)`/gm)
  return [...lines].map(([line, quoted]) => (quoted ?? line).replaceAll(/\s+/g, ' '))
}

/** The commands of the operators' pages, in their order, against a release that they made themselves; which ran, and rejects with the first that failed. */
export async function commandsOfPages(version) {
  const ran = []
  for (const command of PAGES.flatMap(commandsOf)) {
    const revision = /REVISION/.test(command) ? await firstRevision() : ''
    const words = command
      .replaceAll('VERSION', version)
      .replaceAll('REVISION', revision)
      .replaceAll(NAMESPACE, OWN)
      // what a large node has room for, and the names that the images have on this one
      .replace(/^helm install .*/, `$& --values ${VALUES} --set image.tag=${version},web.image.tag=${version}`)
    await sh('bash', ['-o', 'pipefail', '-c', words])
    ran.push(command.slice(0, 60))
  }
  await sh('helm', ['uninstall', RELEASE, '--namespace', OWN, '--wait'])
  await sh('kubectl', ['delete', 'namespace', OWN, '--wait=false'])
  await until('the release of the other stages answers', 60, () => helm('status', RELEASE).catch(() => undefined))
  return { commands: ran.length, ran }
}

const firstRevision = async () => {
  const [first] = JSON.parse(await sh('helm', ['history', RELEASE, '--namespace', OWN, '--output', 'json']))
  return String(first.revision)
}
