import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../../deploy/local/settings.mjs'

const rules = readdirSync(join(project, 'deploy/prometheus/rules')).map(file => `prometheus/rules/${file}`)
/** A chart reads only what is in its folder. */
const copied = [
  ['nats/permissions.conf', 'permissions.conf'],
  ['nats/serve.sh', 'serve.sh'],
  ...rules.map(path => [path, path.replace('prometheus/', '')]),
]

/** What the chart takes from deploy is as it is there. */
export function copies(isWriting) {
  return copied.flatMap(([from, to]) => {
    const text = readFileSync(join(project, 'deploy', from), 'utf8')
    const file = join(project, 'charts/daymark/files', to)
    if (isWriting) writeFileSync(file, text)
    return existsSync(file) && readFileSync(file, 'utf8') === text ? [] : [`files/${to} is not deploy/${from}`]
  })
}
