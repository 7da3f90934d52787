// `node build.mjs` compiles src to dist/esm and dist/cjs. npm runs it before it packs the package.
import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const here = import.meta.dirname
const compiler = join(here, '../../node_modules/typescript/bin/tsc')

rmSync(join(here, 'dist'), { recursive: true, force: true })
for (const project of ['tsconfig.json', 'tsconfig.cjs.json']) {
  const { status } = spawnSync(process.execPath, [compiler, '-p', join(here, project)], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(1)
}
writeFileSync(join(here, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n')
chmodSync(join(here, 'dist/esm/sync/main.js'), 0o755)
