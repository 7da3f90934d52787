import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

type Report = { summary: { violations: { from: string; to: string; rule: { name: string } }[] } }

/** Violations of the boundary rules in a tree of files, as `rule: from`. */
function violations(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-boundaries-'))
  try {
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), source)
    }
    const args = [cruiser, '--config', join(root, 'tools/boundaries.cjs'), '--output-type', 'json', '.']
    return parse(run(args, folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(args: string[], cwd: string): string {
  try {
    return execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch (error) {
    return (error as { stdout: string }).stdout // the exit code is the number of violations
  }
}

function parse(json: string): string[] {
  const { summary } = JSON.parse(json) as Report
  return summary.violations.map(one => `${one.rule.name}: ${one.from}`)
}

const empty = 'export const x = 1\n'
const uses = (path: string) => `import { x } from '${path}'\nexport const y = x\n`

const numbered = (path: string, mark: number | string) => path.replace(/a(\.test)?\.ts$/, `a-${mark}$1.ts`)

describe('boundaries', () => {
  it('allow a service to import contracts, and the executable to import a service by its index', () => {
    const tree = {
      'libs/contracts/src/index.ts': empty,
      'apps/library/src/index.ts': uses('../../../libs/contracts/src/index.ts'),
      'apps/daymark/src/main.ts': uses('../../library/src/index.ts'),
    }
    expect(violations(tree)).toEqual([])
  })

  const forbidden = [
    ['service-library', 'apps/library/src/a.ts', 'apps/media/src/index.ts'],
    ['service-library', 'apps/library/src/a.ts', 'libs/storage/src/index.ts'],
    ['service-gateway', 'apps/gateway/src/a.ts', 'apps/library/src/index.ts'],
    ['platform', 'libs/platform/src/a.ts', 'libs/storage/src/index.ts'],
    ['contracts-zod-only', 'libs/contracts/src/a.ts', 'libs/platform/src/index.ts'],
    ['executable', 'apps/daymark/src/a.ts', 'apps/library/src/photos.ts'],
    ['libs-by-index', 'apps/library/src/a.ts', 'libs/platform/src/db.ts'],
    ['tests-by-index', 'tests/spec/a.test.ts', 'apps/library/src/photos.ts'],
    ['tests-stay-outside', 'apps/library/src/a.ts', 'libs/testing/src/index.ts'],
    ['media-decoder', 'apps/media/src/decoder/a.ts', 'apps/media/src/service/b.ts'],
    ['media-decoder', 'apps/media/src/decoder/a.ts', 'apps/media/src/config.ts'],
    ['media-decoder', 'apps/media/src/decoder/a.ts', 'libs/platform/src/index.ts'],
    ['media-service', 'apps/media/src/service/a.ts', 'apps/media/src/decoder/child.ts'],
    ['media-service', 'apps/media/src/a.ts', 'apps/media/src/decoder/child.ts'],
    ['media-shared', 'apps/media/src/shared/a.ts', 'apps/media/src/service/b.ts'],
    ['web', 'apps/web/src/app/a.ts', 'libs/platform/src/index.ts'],
    ['web-ui', 'apps/web/src/ui/a.ts', 'apps/web/src/domain/b.ts'],
    ['web-domain', 'apps/web/src/domain/a.ts', 'apps/web/src/widgets/b.ts'],
    ['web-calls', 'apps/web/src/features/albums/a.ts', 'libs/contracts/src/routes/index.ts'],
    ['web-feature-albums', 'apps/web/src/features/albums/a.ts', 'apps/web/src/features/photos/b.ts'],
  ] as const
  // A single run with two files per rule: a value import and a type import.
  const trees = forbidden.map(([, from, to], index) => {
    const back = '../'.repeat(from.split('/').length - 1)
    return {
      [numbered(from, index)]: uses(`${back}${to}`),
      [numbered(from, `type-${index}`)]: `import type { x } from '${back}${to}'\nexport type Y = typeof x\n`,
      [to]: empty,
    }
  })
  let found: string[] = []
  beforeAll(() => (found = violations(Object.assign({}, ...trees) as Record<string, string>)))

  it.each(forbidden.map((row, index) => [...row, index] as const))(
    '%s: %s may not import %s',
    (rule, from, _, index) => {
      expect(found).toContain(`${rule}: ${numbered(from, index)}`)
      expect(found).toContain(`${rule}: ${numbered(from, `type-${index}`)}`)
    },
  )

  it('finds import cycles and unresolved imports', () => {
    expect(violations({ 'apps/library/src/a.ts': uses('./b.ts'), 'apps/library/src/b.ts': uses('./a.ts') })).toContain(
      'no-cycles: apps/library/src/a.ts',
    )
    expect(violations({ 'apps/library/src/a.ts': uses('./nowhere.ts') })).toContain('found: apps/library/src/a.ts')
  })
})
