import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { released } from '../../architecture/support/migrations.ts'

const root = join(import.meta.dirname, '../../..')
const tag = `v${released.version}`
/** Inside the checkout, so that it finds the installed packages; ignored by git. */
const folder = join(root, 'dist/releases', released.version)
const program = join(folder, 'apps/daymark/dist/main.js')

const run = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] })

/** False in a clone without tags, and before the first release. */
export function hasPreviousRelease(): boolean {
  try {
    run(root, 'git', 'cat-file', '-e', `refs/tags/${tag}^{commit}`)
    return true
  } catch {
    return false
  }
}

/** Its program, built from the history of this clone; kept between runs. */
export function previousRelease(): string {
  const isComplete = join(folder, 'complete')
  if (existsSync(isComplete)) return program
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, 'sources.tar')
  writeFileSync(archive, run(root, 'git', 'archive', tag, 'apps', 'libs', 'package.json', 'tsconfig*.json'))
  run(folder, 'tar', '-xf', archive)
  rmSync(archive)
  linkWorkspaces()
  compile()
  writeFileSync(isComplete, '')
  return program
}

/** Its parts find each other, and not those of today. */
function linkWorkspaces(): void {
  mkdirSync(join(folder, 'node_modules/@daymark'), { recursive: true })
  for (const group of ['apps', 'libs'])
    for (const name of readdirSync(join(folder, group))) {
      const text = readFileSync(join(folder, group, name, 'package.json'), 'utf8')
      const { name: own } = JSON.parse(text) as { name: string }
      if (own.startsWith('@daymark/')) symlinkSync(join(folder, group, name), join(folder, 'node_modules', own))
      const nested = join(root, group, name, 'node_modules')
      if (existsSync(nested)) symlinkSync(nested, join(folder, group, name, 'node_modules'))
    }
}

/** Types were looked at when it was released: today's packages may lack one that it only loads where it is asked to. */
function compile(): void {
  const words = [join(root, 'node_modules/typescript/bin/tsc'), '-b']
  const { stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
  if (!existsSync(program)) throw new Error(`the previous release was not compiled: ${stdout}`)
}
