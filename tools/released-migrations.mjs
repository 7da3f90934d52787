// node tools/released-migrations.mjs [commit]: records what a release is, before the next one is built on it: its commit and its
// migrations with their contents, which must not change (docs/operations/upgrade-policy.md).
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { project } from '../deploy/local/settings.mjs'

const git = (...args) => execFileSync('git', args, { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 })
const commit = git('rev-parse', `${process.argv[2] ?? 'HEAD'}^{commit}`).trim()
const paths = git('ls-tree', '-r', '--name-only', commit, '--', 'apps').trim().split('\n')
const released = {}
for (const path of paths.filter(one => /^apps\/[\w-]+\/src\/migrations\/\d+[\w-]*\.ts$/.test(one))) {
  const [, service] = path.split('/')
  released[service] ??= {}
  released[service][basename(path)] = createHash('sha256')
    .update(git('show', `${commit}:${path}`))
    .digest('hex')
    .slice(0, 16)
}
const text = JSON.stringify({ commit, migrations: released }, null, 2)
writeFileSync(join(project, 'tests/architecture/released.json'), `${text}\n`)
console.log(`${Object.values(released).flatMap(Object.keys).length} migrations of ${commit}`)
