// node tools/released-migrations.mjs: records version and migrations of a release when it is tagged. Released migrations must not
// change (docs/operations/upgrade-policy.md).
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../deploy/local/settings.mjs'
import { allMigrations } from '../tests/architecture/support/migrations.ts'

const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
const migrations = Object.fromEntries((await allMigrations()).map(({ id, hash }) => [id, hash]))
const text = JSON.stringify({ version, migrations }, null, 2)
writeFileSync(join(project, 'tests/architecture/released.json'), `${text}\n`)
console.log(`${Object.keys(migrations).length} migrations of ${version}`)
