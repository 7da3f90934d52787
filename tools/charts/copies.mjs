import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../../deploy/local/settings.mjs'

const ruleFiles = readdirSync(join(project, 'deploy/prometheus/rules')).map(file => `prometheus/rules/${file}`)
/** Files of deploy/ of which the chart contains copies, because a chart cannot read files outside of its folder. */
const copiedFiles = [
  ['nats/permissions.conf', 'permissions.conf'],
  ['nats/serve.sh', 'serve.sh'],
  ...ruleFiles.map(path => [path, path.replace('prometheus/', '')]),
]

/** Compares the copies with their originals in deploy/, or updates them if `isWriting`. Returns a message for each difference. */
export function checkCopies(isWriting) {
  return copiedFiles.flatMap(([from, to]) => {
    const text = readFileSync(join(project, 'deploy', from), 'utf8')
    const file = join(project, 'charts/daymark/files', to)
    if (isWriting) writeFileSync(file, text)
    return existsSync(file) && readFileSync(file, 'utf8') === text ? [] : [`files/${to} differs from deploy/${from}`]
  })
}
