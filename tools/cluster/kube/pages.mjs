import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../../../deploy/local/settings.mjs'
import { helm, NAMESPACE, RELEASE, runProgram, waitUntil } from './cluster.mjs'

const PAGES = ['kubernetes', 'upgrade']
/**
 * Namespace in which the commands of the pages install a second release, because the page about the first installation needs a namespace
 * without a release.
 */
const PAGES_NAMESPACE = `${NAMESPACE}-by-the-page`
const VALUES = 'tools/cluster/kube/values.yaml'

/** Returns the kubectl and helm commands of a page. They are on lines of their own or in backticks. */
function extractCommands(page) {
  const text = readFileSync(join(project, `docs/operations/${page}.md`), 'utf8')
  const lines = text.replaceAll(/\\\n\s*/g, '').matchAll(/^(?:kubectl|helm) .*$|`((?:kubectl|helm) [^`]*--[^`]*)`/gm)
  return [...lines].map(([line, quoted]) => (quoted ?? line).replaceAll(/\s+/g, ' '))
}

/** Runs the commands of the pages for operators in the order of the pages, in a separate namespace. Rejects if a command fails. */
export async function runCommandsOfPages(version) {
  const executedCommands = []
  for (const command of PAGES.flatMap(extractCommands)) {
    const revision = /REVISION/.test(command) ? await findFirstRevision() : ''
    const shellCommand = command
      .replaceAll('VERSION', version)
      .replaceAll('REVISION', revision)
      .replaceAll(NAMESPACE, PAGES_NAMESPACE)
      // adds the values for a single node and the tags of the images that were built on it
      .replace(/^helm install .*/, `$& --values ${VALUES} --set image.tag=${version},web.image.tag=${version}`)
    await runProgram('bash', ['-o', 'pipefail', '-c', shellCommand])
    executedCommands.push(command.slice(0, 60))
  }
  await runProgram('helm', ['uninstall', RELEASE, '--namespace', PAGES_NAMESPACE, '--wait'])
  await runProgram('kubectl', ['delete', 'namespace', PAGES_NAMESPACE, '--wait=false'])
  await waitUntil('the release of the other stages answers', 60, () => helm('status', RELEASE).catch(() => undefined))
  return { commands: executedCommands.length, executedCommands }
}

const findFirstRevision = async () => {
  const [first] = JSON.parse(
    await runProgram('helm', ['history', RELEASE, '--namespace', PAGES_NAMESPACE, '--output', 'json']),
  )
  return String(first.revision)
}
