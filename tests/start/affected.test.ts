import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findAffectedFolders } from '../../tools/runner/affected.mjs'
import { planRuns } from '../../tools/runner/plan.mjs'

const root = join(import.meta.dirname, '../..')
let repository: string
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(repository, path)), { recursive: true })
  writeFileSync(join(repository, path), text)
}
const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, stdio: 'pipe' })
const commit = () => {
  git('add', '-A')
  git('-c', 'user.name=Test', '-c', 'user.email=test@daymark.test', 'commit', '-qm', 'a change')
}
function workspace(folder: string, ...dependencies: string[]): void {
  const name = `@daymark/${folder.split('/')[1]}`
  const versions = Object.fromEntries(dependencies.map(dependency => [`@daymark/${dependency}`, '0.1.0']))
  write(`${folder}/package.json`, JSON.stringify({ name, version: '0.1.0', dependencies: versions }))
  write(`${folder}/src/index.ts`, '')
}

/** A small repository with the structure of this one, on its own branch. */
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'daymark-affected-'))
  git('init', '-q', '-b', 'main')
  write('package.json', JSON.stringify({ name: 'daymark', private: true, workspaces: ['libs/*', 'apps/*'] }))
  write('.gitignore', 'node_modules\n.nx\n')
  copyFileSync(join(root, 'nx.json'), join(repository, 'nx.json'))
  symlinkSync(join(root, 'node_modules'), join(repository, 'node_modules'))
  workspace('libs/contracts')
  workspace('libs/storage', 'contracts')
  workspace('libs/testing', 'contracts', 'storage')
  workspace('apps/library', 'contracts')
  workspace('apps/media', 'contracts', 'storage')
  workspace('apps/web', 'contracts')
  for (const area of ['architecture', 'spec', 'e2e', 'start', 'faults', 'attack', 'support', 'load'])
    write(`tests/${area}/file.ts`, '')
  write('tools/a.mjs', '')
  write('docs/a.md', '')
  commit()
  git('switch', '-qc', 'work')
})
afterEach(() => rmSync(repository, { recursive: true, force: true }))

describe('npm test -- affected', () => {
  it('selects the project of a commit, its dependents, and the specification', async () => {
    write('libs/storage/src/index.ts', 'export {}')
    commit()
    const servers = ['apps/media', 'libs/storage', 'libs/testing', 'tests/architecture', 'tests/spec']
    expect(await findAffectedFolders(repository)).toEqual(servers)
  })

  it('selects browser tests but no server tests for an uncommitted file of the web application', async () => {
    write('apps/web/src/new.ts', 'export {}')
    expect(await findAffectedFolders(repository)).toEqual(['apps/web', 'tests/architecture', 'tests/e2e'])
  })

  it('selects everything that depends on contracts', async () => {
    write('libs/contracts/src/index.ts', 'export {}')
    const projects = ['apps/library', 'apps/media', 'apps/web', 'libs/contracts', 'libs/storage', 'libs/testing']
    expect(await findAffectedFolders(repository)).toEqual([
      ...projects,
      'tests/architecture',
      'tests/e2e',
      'tests/spec',
    ])
  })

  it('selects the area of a test or tool, and all users of shared test code', async () => {
    write('tests/faults/file.ts', 'export {}')
    write('tools/a.mjs', 'export {}')
    expect(await findAffectedFolders(repository)).toEqual(['tests/architecture', 'tests/faults', 'tests/start'])
    write('tests/support/file.ts', 'export {}')
    expect(await findAffectedFolders(repository)).toEqual(
      expect.arrayContaining(['tests/attack', 'tests/e2e', 'tests/spec']),
    )
  })

  it('selects nothing for newer commits of main and for documents', async () => {
    git('switch', '-q', 'main')
    write('apps/library/src/index.ts', 'export {}')
    commit()
    git('switch', '-q', 'work')
    write('docs/a.md', 'text')
    expect(await findAffectedFolders(repository)).toEqual(['tests/architecture'])
  })

  it('uses folder names that the test plan understands', () => {
    const files = planRuns(['libs/storage', 'tests/architecture']).flatMap((run: { files: string[] }) => run.files)
    expect(files.length).toBeGreaterThan(2)
    expect(files.filter((file: string) => !/^(libs\/storage|tests\/architecture)\//.test(file))).toEqual([])
  })
})
